// Crew's own runs, and the leases that are held, from its refs.
import type { Field, Gap, RunFacts } from '../../../field.js';
import type { Refs } from '../../../ports.js';
import { type Asker, quoted } from './ask.js';
import type { RawRef } from './branches.js';
import { repositoryField, single } from './ground.js';

export const RUNS = 'refs/crew/runs/';
export const LEASES = 'refs/crew/lease/';

/** What a journal says about its run; whoever knows journals brings this along. */
export type RunReader = (journal: string) => {
  readonly run: string;
  readonly workflow: string;
  readonly issue?: number | undefined;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
} | null;

interface RawBlob {
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

const FILE = 'log.jsonl';

/** So many journals are read in one look, of issues that are looked at. */
const MOST = 200;

/** GitHub says a ref of a namespace that is not its own with or without that namespace. */
const lastOf = ({ name }: RawRef): string => name.split('/').at(-1) ?? name;

/** The number in a name of ours: `fix-12-0123456789`, `issue-12`. */
const numberOf = (name: string): string => /^[a-z]+-(\d+)(?:-|$)/.exec(name)?.[1] ?? '';

export interface RunsAsked {
  readonly asker: Asker;
  readonly refs: Refs;
  readonly repo: string;
  readonly now: string;
  readonly reader: RunReader;
  readonly runs: readonly RawRef[];
  readonly leases: readonly RawRef[];
  /** Issues that are open. */
  readonly open: ReadonlySet<string>;
}

interface Ran {
  readonly runs: readonly RunFacts[];
  readonly missing: Field['missing'];
  /** Refs whose files did not come: the next look asks for them again. */
  readonly lost: readonly RawRef[];
}

/** What may be going on at an issue whose run could not be read. */
export const gapsOfRuns = (repo: string, lost: readonly RawRef[]): readonly Gap[] =>
  lost.map((ref) => ({ repo, of: 'runs', issue: `${repo}#${numberOf(lastOf(ref))}` }));

/** Runs of open issues, and who holds one of them now. */
export async function readRuns(of: RunsAsked): Promise<Ran> {
  const wanted = (ref: RawRef) => of.open.has(`${of.repo}#${numberOf(lastOf(ref))}`);
  const missing: { what: string; why: string }[] = [];
  const lost: RawRef[] = [];
  const asked = [...of.runs.filter(wanted).slice(-MOST), ...of.leases.filter(wanted)];
  const texts = await readFiles(of, asked, { missing, lost });
  const runs = of.runs.flatMap((ref) => {
    const said = of.reader(texts.get(ref.name) ?? '');
    return said?.issue === undefined ? [] : [{ ...said, issue: `${of.repo}#${said.issue}` }];
  });
  const leases = of.leases.flatMap((ref) => leaseOf(ref, texts.get(ref.name), of, runs));
  return { runs: [...runs, ...leases], missing, lost };
}

async function readFiles(
  { asker, refs, repo }: RunsAsked,
  wanted: readonly RawRef[],
  { missing, lost }: { missing: { what: string; why: string }[]; lost: RawRef[] },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const long: RawRef[] = [];
  await asker.ask(
    wanted.map((ref) =>
      single<RawBlob>({
        field: repositoryField(
          repo,
          `object(expression: ${quoted(`${ref.target?.oid}:${FILE}`)}) { ... on Blob { text isTruncated } }`,
        ),
        weight: 4,
        take(value, problems) {
          const { text, isTruncated } = value?.object ?? {};
          if (isTruncated) long.push(ref);
          else if (typeof text === 'string') texts.set(ref.name, text);
          else {
            missing.push({ what: `the run ${lastOf(ref)}`, why: problems[0]?.message ?? 'its journal is not there' });
            if (problems.length > 0) lost.push(ref);
          }
        },
      }),
    ),
  );
  for (const ref of long) {
    const found = await refs.read(ref.name, FILE, ref.target?.oid).catch(() => null);
    if (found) texts.set(ref.name, found.text);
    else missing.push({ what: `the run ${lastOf(ref)}`, why: 'its journal is too long' });
  }
  return texts;
}

/** A lease whose run is known says nothing new; one whose run is elsewhere says that somebody works. */
function leaseOf(
  ref: RawRef,
  text: string | undefined,
  { repo, now }: RunsAsked,
  runs: readonly RunFacts[],
): readonly RunFacts[] {
  const issue = `${repo}#${numberOf(lastOf(ref))}`;
  const last = text?.trimEnd().split('\n').at(-1) ?? '';
  const until = Number(/"until":(\d+)/.exec(last)?.[1] ?? 0);
  if (until <= Date.parse(now)) return [];
  if (runs.some((run) => run.issue === issue && run.endedAt === undefined)) return [];
  // What it works at, a lease does not say; that it works is all that is asked of it.
  return [{ run: `lease ${lastOf(ref)}`, workflow: 'task', issue, status: 'running', startedAt: now }];
}
