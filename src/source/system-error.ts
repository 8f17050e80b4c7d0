/** True for errors of the operating system, which have a code; everything else is a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
