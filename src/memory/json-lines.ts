// Append-only files of JSON lines: in `refs/crew/ledger` of a repository, in CREW_HOME/ledger of the command line, or in this process. Used by
// the cost ledger (spending.ts) and the learning ledger (ledger.ts).
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { ifMissing } from '../files/durable.js';
import { Conflict } from '../ports/errors.js';
import type { Refs } from '../ports/index.js';
import { parseJson } from '../text/json.js';

/** Reads and appends to a file of JSON lines. */
export interface JsonLines {
  read(): Promise<string>;
  /** Appends the lines that `added` returns for the present text; nothing if that is empty. After a concurrent write it is called again. */
  append(added: (present: string) => string): Promise<void>;
}

/** The lines that fit the schema. Others are skipped. */
export function parseLines<T>(text: string, schema: z.ZodType<T>): readonly T[] {
  return text.split('\n').flatMap((line) => {
    const read = schema.safeParse(parseJson(line));
    return read.success ? [read.data] : [];
  });
}

/** A value as a JSON line. */
export const lineText = (value: unknown): string => `${JSON.stringify(value)}\n`;

const REF = 'crew/ledger';

/** A file of a repository's `refs/crew/ledger`. */
export function refsLines(refs: Pick<Refs, 'tip' | 'read' | 'commit'>, file: string): JsonLines {
  const current = async () => {
    const at = await refs.tip(REF);
    return { at, text: at === null ? '' : ((await refs.read(REF, file, at))?.text ?? '') };
  };
  return {
    read: async () => (await current()).text,
    async append(added) {
      for (;;) {
        const { at, text } = await current();
        const lines = added(text);
        if (lines === '') return;
        try {
          await refs.commit(REF, { files: { [file]: text + lines }, version: at, message: `crew: ${file}` });
          return;
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
        }
      }
    },
  };
}

/** A file in CREW_HOME/ledger. Lines are appended in one write, so concurrent processes lose nothing. */
export function folderLines(home: string, name: string): JsonLines {
  const file = path.join(home, 'ledger', name);
  const read = () => readFile(file, 'utf8').catch((error) => ifMissing(error, ''));
  return {
    read,
    async append(added) {
      const lines = added(await read());
      if (lines === '') return;
      await mkdir(path.dirname(file), { recursive: true });
      await appendFile(file, lines);
    },
  };
}

/** Lines in this process, for dry runs and tests. */
export function processLines(before = ''): JsonLines {
  let text = before;
  return {
    read: async () => text,
    async append(added) {
      text += added(text);
    },
  };
}
