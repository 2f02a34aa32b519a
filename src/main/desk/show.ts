import { type RunView, viewOf } from '../../core/view.js';
import { type Language, messages } from '../../text/lang/index.js';
import { columns, type Paint } from '../../view/paint.js';
import type { DeskCommand } from './desk.js';
import { namedRun } from './named-run.js';

/** `crew show RUN`: one run, step by step. */
export const show: DeskCommand = async (call) => {
  const { journal } = await namedRun(call);
  const view = viewOf(journal);
  const text = view ? page(view, { paint: call.paint, lang: call.flags.lang ?? 'en' }) : '';
  return { text, json: view, exit: 0 };
};

function page(view: RunView, { paint, lang }: { paint: Paint; lang: Language }): string {
  const where = `${view.repo ?? ''}${view.issue === undefined ? '' : `#${view.issue}`}`;
  const head = [paint.strong(view.run), messages(lang).statusWord(view.status), where].filter(Boolean).join(' · ');
  const steps = view.steps.map(({ name, startedAt, status }) => [
    status === 'succeeded' ? paint.good('  ✓') : paint.accent('  …'),
    name,
    paint.faint(startedAt),
  ]);
  const says = (view.result as { says?: string } | null)?.says;
  return [head, '', ...columns(steps, 1), ...(says ? ['', says] : [])].join('\n');
}
