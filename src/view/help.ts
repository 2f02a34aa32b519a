// The help of the terminal. Pure.
import type { CommandInfo } from '../core/workflow.js';
import { type Language, messages } from '../text/lang/index.js';
import { columns, type Paint } from './paint.js';

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
  const rows = columns([...of.thread, ...of.terminal].map(({ usage, summary }) => [`  ${usage}`, summary[lang]]));
  const painted = rows.map((row) => row.replace(/^( {2}\/?crew \S+)/, (name) => paint.accent(name)));
  return [
    paint.strong(say.helpHead),
    '',
    paint.strong(TITLES[lang].thread),
    ...painted.slice(0, of.thread.length),
    '',
    paint.strong(TITLES[lang].terminal),
    ...painted.slice(of.thread.length),
    '',
    paint.faint(say.helpFoot),
  ].join('\n');
}

/** One command alone. */
export function helpLine({ usage, summary }: Line, lang: Language, paint: Paint): string {
  return `${paint.accent(usage)}\n  ${summary[lang]}`;
}
