// Whether a source has a test of a title that runs. Pure.

/** What stands right before the title of a test or of a group of tests. */
const OPENS = /(?:^|[^\w.])(?:it|test|describe|when|itInChromium)\(\s*$|(?:^|[^\w.])itWith\(\s*[\w.]+,\s*$/;
/** The same, where they are told from a table; the title comes after the table. */
const AFTER_TABLE = /[)`]\(\s*$/;
/** A row of such a table that begins with the title, or names it. */
const IN_TABLE = /(?:[[(,]|\w+:)\s*$/;
const TABLE = /(?:^|[^\w.])(?:it|test|describe)\.each\b/g;
const LEFT_OUT = /^\s*(?:(?:it|test|describe)\.(?:skip|only|todo|failing)\b|x(?:it|test|describe)\b)/m;

/** A quoted sentence alone is no test: it may stand in a comment, or in a list that nobody runs. */
export function isTitled(source: string, sentence: string): boolean {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return !LEFT_OUT.test(code) && ["'", '"', '`'].some((quote) => opensWith(code, `${quote}${sentence}${quote}`));
}

function opensWith(code: string, title: string): boolean {
  for (let at = code.indexOf(title); at >= 0; at = code.indexOf(title, at + 1)) {
    const before = code.slice(0, at);
    if (OPENS.test(before)) return true;
    if ((AFTER_TABLE.test(before) || IN_TABLE.test(before)) && isInTable(before)) return true;
  }
  return false;
}

/** Since the last table was opened nothing was told that has a title of its own. */
function isInTable(before: string): boolean {
  const opened = [...before.matchAll(TABLE)].at(-1);
  return opened !== undefined && !/^\s*(?:it|test|describe)\(/m.test(before.slice(opened.index + 1));
}
