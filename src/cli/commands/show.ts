import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../adapters/clock.js';
import { entryId } from '../../memory/rules/prompt.js';
import { UserError } from '../../ports/errors.js';
import { isInterrupted } from '../../services/wire.js';
import { runPage, runText, type Shown, shownOf } from '../../view/run/index.js';
import { picturesOf } from '../../workflows/pictures.js';
import type { Call, CliCommand } from '../call.js';
import { readOptions } from '../flags.js';
import { namedRun, runServices } from '../repository.js';

const OPTIONS = { '--html': { name: 'html', of: 'a file', shape: /./ } } as const;

/** `crew show RUN`: one run, step by step; with --html as one self-contained page. */
export const show: CliCommand = async (call) => {
  const { html, run } = asked(call.words);
  const named = { ...call, words: run };
  const history = await namedRun(named);
  const { flags, env, paint } = call;
  const interrupted = await isInterrupted(runServices(named), history.record.run);
  const names = history.steps.some(({ name }) => name.startsWith('memory ')) ? await namesIn(named) : undefined;
  const seen = { now: systemClock(env.now).now(), lang: flags.lang ?? 'en' } as const;
  const shown = shownOf(history, { ...seen, interrupted, names, pictures: picturesOf(history, seen) });
  if (html !== undefined) await write(html, shown);
  const text =
    html === undefined ? runText(shown, { paint, columns: process.stdout.columns ?? 100 }) : path.resolve(html);
  return { text, json: shown.view, exit: 0 };
};

/** Names of memory entries, by their ids in records. Empty if the memory cannot be read. */
async function namesIn(call: Call): Promise<ReadonlyMap<string, string>> {
  const graph = await runServices(call)
    .memory?.store.readGraph()
    .catch(() => undefined);
  return new Map(graph?.entities.map(({ name }) => [entryId(name), name]));
}

/** The run id, and the file of --html. */
function asked(words: Call['words']): { readonly html: string | undefined; readonly run: readonly string[] } {
  const at = words.indexOf('--html');
  if (at === -1) return { html: undefined, run: words };
  const { html } = readOptions(words.slice(at, at + 2), OPTIONS, []);
  return { html, run: [...words.slice(0, at), ...words.slice(at + 2)] };
}

async function write(file: string, shown: Shown): Promise<void> {
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
