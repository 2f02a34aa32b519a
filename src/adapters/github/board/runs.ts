// Reads crew's runs on open issues from the run records in its refs. The rules of facilitation count them as work. Used by read-board.ts
// and survey.ts; adapters/github/index.ts uses its type.
import type { BoardSnapshot, Gap, RunFacts } from '../../../ports/board-snapshot.js';
import { UserError } from '../../../ports/errors.js';
import type { Refs } from '../../../ports/index.js';
import { type Asker, stringLiteral } from './ask.js';
import type { RawRef } from './issue-list.js';
import { repositoryField, singleQuestion } from './scan-basics.js';

/** Where run records are stored, one ref for each subject. */
export const RUNS_PREFIX = 'refs/crew/subjects/';

/** Parses the record of a subject. Throws UserError for a damaged record or an unknown format. */
export type RunReader = (
  subject: string,
  record: string,
) => readonly {
  readonly run: string;
  readonly workflow: string;
  readonly issue?: number | undefined;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
}[];

interface RawBlob {
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

/** The file of a run record in the commit of its ref. */
const FILE = 'record.json';

/** Maximum number of records read in a scan. */
const MAX_RECORDS = 200;

/** The subject of a ref. GraphQL returns the names of custom refs with or without their namespace. */
const subjectOf = ({ name }: RawRef): string => name.split('/').at(-1) ?? name;

/** The number in a subject (`12` in `issue-12`); empty if it has none. */
const numberOf = (name: string): string => /^[a-z]+-(\d+)$/.exec(name)?.[1] ?? '';

export interface RunsQuery {
  readonly asker: Asker;
  readonly refs: Refs;
  readonly repo: string;
  readonly reader: RunReader;
  readonly runs: readonly RawRef[];
  /** The open issues. */
  readonly open: ReadonlySet<string>;
}

interface RunsRead {
  readonly runs: readonly RunFacts[];
  readonly missing: BoardSnapshot['missing'];
  /** Refs whose files could not be read. */
  readonly lost: readonly RawRef[];
}

/** Gaps for issues whose runs could not be read. */
export const gapsOfRuns = (repo: string, unreadable: readonly RawRef[]): readonly Gap[] =>
  unreadable.map((ref) => ({ repo, list: 'runs', issue: `${repo}#${numberOf(subjectOf(ref))}` }));

/** The runs of open issues. */
export async function readRuns(query: RunsQuery): Promise<RunsRead> {
  const isWanted = (ref: RawRef) => query.open.has(`${query.repo}#${numberOf(subjectOf(ref))}`);
  const missing: { what: string; why: string }[] = [];
  const unreadable: RawRef[] = [];
  const selected = query.runs.filter(isWanted).slice(-MAX_RECORDS);
  const texts = await readFiles(query, selected, { missing, lost: unreadable });
  const runs = selected.flatMap((ref) => {
    const text = texts.get(ref.name);
    if (text === undefined) return [];
    try {
      const found = query.reader(subjectOf(ref), text);
      return found.flatMap((run) => (run.issue === undefined ? [] : [{ ...run, issue: `${query.repo}#${run.issue}` }]));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      missing.push({ what: `the run ${subjectOf(ref)}`, why: error.message });
      unreadable.push(ref);
      return [];
    }
  });
  return { runs, missing, lost: unreadable };
}

async function readFiles(
  { asker, refs, repo }: RunsQuery,
  isWanted: readonly RawRef[],
  { missing, lost: unreadable }: { missing: { what: string; why: string }[]; lost: RawRef[] },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const long: RawRef[] = [];
  await asker.ask(
    isWanted.map((ref) =>
      singleQuestion<RawBlob>({
        field: repositoryField(
          repo,
          `object(expression: ${stringLiteral(`${ref.target?.oid}:${FILE}`)}) { ... on Blob { text isTruncated } }`,
        ),
        weight: 4,
        take(value, problems) {
          const { text, isTruncated } = value?.object ?? {};
          if (isTruncated) long.push(ref);
          else if (typeof text === 'string') texts.set(ref.name, text);
          else {
            missing.push({ what: `the run ${subjectOf(ref)}`, why: problems[0]?.message ?? 'its record is not there' });
            if (problems.length > 0) unreadable.push(ref);
          }
        },
      }),
    ),
  );
  for (const ref of long) {
    const found = await refs.read(ref.name, FILE, ref.target?.oid).catch(() => null);
    if (found) texts.set(ref.name, found.text);
    else missing.push({ what: `the run ${subjectOf(ref)}`, why: 'its record is too long' });
  }
  return texts;
}
