// Stores the last facilitation report of each repository for the board pages. Used by app-work.ts, serve.ts, pages.ts and the sandbox.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomically } from '../files/durable.js';
import type { Report } from '../ports/report.js';
import type { Language } from '../text/lang/index.js';
import type { Installation } from './app.js';

/** The content of a report file. */
export interface StoredReport {
  readonly repo: string;
  readonly report: Report;
  /** Absent in reports of earlier versions. */
  readonly lang?: Language | undefined;
  /** The report before it, to show what changed. */
  readonly previous?: Report | undefined;
  /** The installation whose token reads the repository for its pages. */
  readonly at?: Installation | undefined;
}

/** The reports of all repositories. */
export interface Reports {
  /** Stores a report; the last one becomes `previous`. */
  keep(repo: string, report: Pick<StoredReport, 'report' | 'at'> & { readonly lang: Language }): Promise<void>;
  find(repo: string): Promise<StoredReport | null>;
  repos(): Promise<readonly string[]>;
}

const nameOf = (repo: string): string => `${encodeURIComponent(repo.toLowerCase())}.json`;

/** Reports in a folder. A report is replaced atomically. */
export function reportsIn(folder: string): Reports {
  const find = async (repo: string): Promise<StoredReport | null> => {
    const text = await readFile(path.join(folder, nameOf(repo)), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as StoredReport);
  };
  return {
    find,
    async keep(repo, { report, lang, at }) {
      const stored: StoredReport = { repo, report, lang, at, previous: (await find(repo))?.report };
      await writeAtomically(path.join(folder, nameOf(repo)), JSON.stringify(stored));
    },
    async repos() {
      const names = await readdir(folder).catch(() => []);
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => decodeURIComponent(name.slice(0, -'.json'.length)))
        .sort();
    },
  };
}
