// What an Actions run that ended left open. Started by `workflow_run`; nothing waits or polls.

import type { SubjectRecord } from '../ports/run.js';
import { runMessages } from './messages.js';
import { undelivered } from './proceed.js';
import { apply, type Services } from './services.js';

/** An Actions run that has ended. */
export interface Ended {
  readonly id: number;
  /** `crew #12 issue_comment-345`, as the template's run-name says; other titles name no subject. */
  readonly title: string;
}

export interface Open {
  readonly subject: string;
  readonly run: string;
}

/** The runs that an ended Actions run had claimed and that have no ending. */
export async function openRuns({ id, title }: Ended, { store }: Services): Promise<readonly Open[]> {
  const [, number] = /^crew #(\d+)\b/.exec(title) ?? [];
  const subjects = number === undefined ? await store.subjects() : [`issue-${number}`, `pr-${number}`];
  const found = await openIn(subjects, id, store);
  // A comment on crew's pull request belongs to the subject of its issue.
  return found.length > 0 || number === undefined ? found : openIn(await store.subjects(), id, store);
}

async function openIn(subjects: readonly string[], id: number, store: Services['store']): Promise<readonly Open[]> {
  const records: readonly SubjectRecord[] = await Promise.all(subjects.map((subject) => store.read(subject)));
  return records.flatMap(({ subject, runs }) =>
    runs.filter(({ end, actions }) => !end && actions?.id === id).map(({ run }) => ({ subject, run })),
  );
}

/** The gate died before its first write: whoever asked is told once. */
export async function reportUnrecorded(
  { title, url }: { title: string; url: string },
  services: Services,
): Promise<boolean> {
  const [, number, event] = /^crew #(\d+) (\S+)$/.exec(title) ?? [];
  if (number === undefined || event === undefined) return false;
  const { lang } = await services.settings();
  const body = runMessages(lang).unrecorded(url);
  const slot = `lost:${event
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .slice(0, 40)}`;
  await apply([{ kind: 'comment', issue: Number(number), slot, body }], services).catch((error) =>
    undelivered(error, services),
  );
  return true;
}
