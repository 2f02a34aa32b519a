// Reads crew's runs from its refs.
import type { BoardSnapshot, Gap, RunFacts } from '../../../ports/board-snapshot.js';
import { UserError } from '../../../ports/errors.js';
import type { Refs } from '../../../ports/index.js';
import { type Asker, stringLiteral } from './ask.js';
import type { RawRef } from './issue-list.js';
import { repositoryField, singleQuestion } from './scan-basics.js';

export const RUNS = 'refs/crew/subjects/';

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

const FILE = 'record.json';

/** Maximum number of records read in a scan. */
const MAX_RECORDS = 200;

/** GraphQL returns the names of custom refs with or without their namespace. */
const lastOf = ({ name }: RawRef): string => name.split('/').at(-1) ?? name;

/** The number of a subject: `issue-12`, `pr-40`. */
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
export const gapsOfRuns = (repo: string, lost: readonly RawRef[]): readonly Gap[] =>
  lost.map((ref) => ({ repo, list: 'runs', issue: `${repo}#${numberOf(lastOf(ref))}` }));

/** The runs of open issues. */
export async function readRuns(query: RunsQuery): Promise<RunsRead> {
  const wanted = (ref: RawRef) => query.open.has(`${query.repo}#${numberOf(lastOf(ref))}`);
  const missing: { what: string; why: string }[] = [];
  const lost: RawRef[] = [];
  const asked = query.runs.filter(wanted).slice(-MAX_RECORDS);
  const texts = await readFiles(query, asked, { missing, lost });
  const runs = asked.flatMap((ref) => {
    const text = texts.get(ref.name);
    if (text === undefined) return [];
    try {
      const found = query.reader(lastOf(ref), text);
      return found.flatMap((run) => (run.issue === undefined ? [] : [{ ...run, issue: `${query.repo}#${run.issue}` }]));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      missing.push({ what: `the run ${lastOf(ref)}`, why: error.message });
      lost.push(ref);
      return [];
    }
  });
  return { runs, missing, lost };
}

async function readFiles(
  { asker, refs, repo }: RunsQuery,
  wanted: readonly RawRef[],
  { missing, lost }: { missing: { what: string; why: string }[]; lost: RawRef[] },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const long: RawRef[] = [];
  await asker.ask(
    wanted.map((ref) =>
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
            missing.push({ what: `the run ${lastOf(ref)}`, why: problems[0]?.message ?? 'its record is not there' });
            if (problems.length > 0) lost.push(ref);
          }
        },
      }),
    ),
  );
  for (const ref of long) {
    const found = await refs.read(ref.name, FILE, ref.target?.oid).catch(() => null);
    if (found) texts.set(ref.name, found.text);
    else missing.push({ what: `the run ${lastOf(ref)}`, why: 'its record is too long' });
  }
  return texts;
}
