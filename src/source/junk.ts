const NAMES = new Set([".git", ".DS_Store", "node_modules", "__MACOSX", "__pycache__", "__pypackages__", "Thumbs.db"]);

/** Files and folders that systems and tools leave behind; nobody means to publish them. */
export function isJunk(name: string): boolean {
  return NAMES.has(name) || name.startsWith("._") || name.endsWith(".pyc");
}
