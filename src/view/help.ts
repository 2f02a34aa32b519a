// The help of the terminal. Pure.
import type { CommandInfo } from '../commands/index.js';
import { type Language, messages } from '../text/lang/index.js';
import type { Paint } from './paint.js';

export interface Line {
  readonly usage: string;
  readonly summary: { readonly en: string; readonly ja: string };
}

const TITLES = {
  en: { thread: 'In a comment, or here without the slash', terminal: 'At the terminal', flags: 'Everywhere' },
  ja: { thread: 'コメントで、またはスラッシュなしでここで', terminal: '端末で', flags: 'どこでも' },
} as const;

/** All that can be asked, in two groups. */
export function helpPage(of: {
  thread: readonly CommandInfo[];
  terminal: readonly Line[];
  lang: Language;
  paint: Paint;
}): string {
  const { paint, lang } = of;
  const say = messages(lang);
  const rowsOf = (lines: readonly Line[]) => lines.map((line) => rowOf(line, lang, paint)).join('\n');
  return [
    paint.strong(say.helpHead),
    '',
    paint.strong(TITLES[lang].thread),
    rowsOf(of.thread),
    '',
    paint.strong(TITLES[lang].terminal),
    rowsOf(of.terminal),
    '',
    paint.faint(say.helpFoot),
  ].join('\n');
}

/** So wide is the column of commands; what is longer has its meaning in a line of its own. */
const WIDE = 46;

function rowOf({ usage, summary }: Line, lang: Language, paint: Paint): string {
  const gap = usage.length + 2 < WIDE ? ' '.repeat(WIDE - usage.length - 2) : `\n${' '.repeat(WIDE)}`;
  const named = usage.replace(/^\/?crew \S+/, (name) => paint.accent(name));
  return `  ${named}${gap}${summary[lang]}`;
}

/** One command alone. */
export function helpLine({ usage, summary }: Line, lang: Language, paint: Paint): string {
  return `${paint.accent(usage)}\n  ${summary[lang]}`;
}
