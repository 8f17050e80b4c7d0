const WORDS = `
  account adapter agent alert analysis answer archive argument array artifact assertion asset audit backup balance batch benchmark
  binary border branch browser budget buffer build bundle button cache calendar callback campaign candidate catalog category cell
  certificate change channel chapter chart check checklist citation claim client cluster code collection color column command
  comment commit comparison component config connection constraint contact container content context contract cookie copy cost
  counter coverage customer dashboard data database date deadline default delivery dependency deploy design detail device diagram
  dialog difference digest directory discount document domain draft duration edge editor element email employee endpoint engine
  entry environment error estimate event example exception experiment export expression failure feature feedback field figure
  file filter finding flag flow folder footer forecast format formula function gateway graph group guide handler header heading
  heuristic history hook host image income incident index input insight instruction integration interface interval invoice issue
  item iteration journal key keyword label language latency layer layout ledger library license limit line link list locale lock
  log loop machine manifest mapping margin market matrix meeting member memory menu merge message method metric migration milestone
  mirror mode model module monitor namespace network note notebook notice number object offer option order origin outcome outline
  output owner package page palette panel parameter parser partition password patch path pattern payload payment permission phase
  pipeline plan platform plugin policy port portfolio prefix price priority privacy problem process product profile program project
  prompt proposal protocol provider proxy query question queue quota quote range rate ratio reader reason receipt recipe record
  reference region register release report repository request requirement research resource response result retry review revision
  risk roadmap role rollback route row rule runner runtime sample scale schedule schema scope score script search section security
  segment selector sentence sequence server service session setting shape sheet signal signature size skill slide snapshot source
  spec staging standard state statement status step storage strategy stream string style subject suffix suggestion suite summary
  supplier support survey symbol syntax system table target task team template tenant term test theme threshold ticket timeline
  timeout title token tool topic trace traffic transaction transition translation trigger type unit update upload usage user value
  variable vendor version video view volume warning web weight widget window wizard worker workflow workspace writer zone`
  .trim()
  .split(/\s+/);

const VERBS = `
  add adjust apply ask assign avoid call check choose clean close collect compare complete confirm convert copy count create define
  describe detect divide document download edit estimate explain export extract fetch filter find fix follow format gather generate
  group handle highlight identify improve include inspect install keep label limit list load locate map mark measure merge monitor
  move name normalize open order parse plan prepare prevent print produce propose publish quote read rebuild record reduce reject
  remove rename repeat replace report require resolve restore remind review rewrite run sample save scan select send separate show
  skip sort split start state stop store suggest summarize test track translate trim update upload use validate verify write`
  .trim()
  .split(/\s+/);

const QUALITIES = `
  accurate annual available basic broken careful central clean clear common complete complex consistent correct critical current
  custom daily different direct draft early empty exact existing expected external final first frequent full general hidden important
  incomplete internal invalid large last local long main manual minimal missing monthly narrow new next old open optional original
  partial plain possible previous private public quick recent regular related relevant remote required safe second secondary separate
  short similar simple single slow small specific stable strict structured temporary typical unknown unused urgent usual valid weekly
  wide wrong`
  .trim()
  .split(/\s+/);

/** A repeatable source of text: the same seed always tells the same story. */
export interface Prose {
  readonly integer: (limit: number) => number;
  readonly noun: () => string;
  readonly verb: () => string;
  readonly identifier: () => string;
  readonly sentence: () => string;
  readonly paragraph: () => string;
}

/**
 * Text whose archives shrink as much as those of real skills do (three to four times), so that gzip has real work:
 * each text prefers its own few words, as a text about something does.
 */
export function prose(seed: number): Prose {
  const random = mulberry32(seed);
  const integer = (limit: number): number => Math.floor(random() * limit);
  const pick = (words: readonly string[]): string => words[integer(words.length)] ?? "";
  const subjects = Array.from({ length: 40 }, () => pick(WORDS));
  const noun = (): string => pick(integer(3) === 0 ? subjects : WORDS);
  const verb = (): string => pick(VERBS);
  const thing = (): string => (integer(2) === 0 ? `${pick(QUALITIES)} ${noun()}` : noun());
  const identifier = (): string => (integer(3) === 0 ? noun() : `${verb()}_${noun()}`);

  const shapes: ReadonlyArray<() => string> = [
    () => `${verb()} the ${thing()} before you ${verb()} the ${thing()}`,
    () => `when the ${noun()} has no ${thing()}, ${verb()} the ${noun()} and ${verb()} it again`,
    () => `do not ${verb()} a ${thing()}: the ${noun()} needs it to ${verb()} each ${thing()}`,
    () => `a ${thing()} is better than a ${thing()} when the ${noun()} is ${pick(QUALITIES)}`,
    () => `${verb()} \`${identifier()}\` with ${integer(90) + 2} ${noun()} entries, then ${verb()} the ${thing()}`,
    () => `each ${noun()} and each ${thing()} must ${verb()} the ${thing()} within ${integer(60) + 1} seconds`,
    () => `if you ${verb()} the ${noun()} by hand, ${verb()} the ${thing()} in \`${noun()}/${noun()}.md\``,
    () => `the user may ${verb()} the ${thing()}; ${verb()} only what the ${thing()} asks for`,
  ];
  const sentence = (): string => {
    const words = shapes[integer(shapes.length)]?.() ?? "";
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  };
  const paragraph = (): string => Array.from({ length: 3 + integer(4) }, sentence).join(" ");
  return { integer, noun, verb, identifier, sentence, paragraph };
}

/** A small generator with a fixed definition; `Math.random` cannot be seeded. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
