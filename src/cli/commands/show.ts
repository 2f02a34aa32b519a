// `crew show`: one run, at the terminal or as a page.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../adapters/clock.js';
import { entryId } from '../../memory/rules/prompt.js';
import { UserError } from '../../ports/errors.js';
import { isInterrupted } from '../../services/wire.js';
import { runPage } from '../../view/run/page/page.js';
import { type ShownRun, showRun } from '../../view/run/shown-run.js';
import { runText } from '../../view/run/terminal/text.js';
import { picturesOf } from '../../workflows/pictures.js';
import type { CliCall, CliCommand } from '../flags.js';
import { namedRun, runServices } from '../repository.js';

/** Shows a run step by step; with `--html`, writes it as one self-contained page. */
export const show: CliCommand = async (call) => {
  const { env, lang, paint } = call;
  const { html } = call.options;
  const history = await namedRun(call);
  const interrupted = await isInterrupted(runServices(call), history.record.run);
  const names = history.steps.some(({ name }) => name.startsWith('memory ')) ? await entryNames(call) : undefined;
  const options = { now: systemClock(env.now).now(), lang } as const;
  const shown = showRun(history, { ...options, interrupted, names, pictures: picturesOf(history, options) });
  if (html !== undefined) await write(html, shown);
  const text =
    html === undefined ? runText(shown, { paint, columns: process.stdout.columns ?? 100 }) : path.resolve(html);
  return { text, json: shown.view, exit: 0 };
};

/** The names of memory entries, by the ids that records have instead. Empty if the memory cannot be read. */
async function entryNames(call: CliCall): Promise<ReadonlyMap<string, string>> {
  const graph = await runServices(call)
    .memory?.store.readGraph()
    .catch(() => undefined);
  return new Map(graph?.entities.map(({ name }) => [entryId(name), name]));
}

async function write(file: string, shown: ShownRun): Promise<void> {
  try {
    await writeFile(file, runPage(shown));
  } catch (error) {
    throw new UserError({
      expected: 'a file that can be written after --html',
      found: error instanceof Error ? error.message : String(error),
      remedy: 'Name another one.',
    });
  }
}
