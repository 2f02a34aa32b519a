// `crew clean`: removes runs, or with `--repo` what crew left on GitHub.
import { systemClock } from '../../adapters/clock.js';
import { readMarker } from '../../changes/marker.js';
import type { RecordFiles, Update } from '../../ports/run.js';
import { deletedFilesOf } from '../../runs/services.js';
import { githubServices } from '../../services/wire.js';
import type { CliCall, CliCommand, CliOutput } from '../flags.js';
import { namedRun, runServices, tokenOf } from '../repository.js';

/** 30 days, in milliseconds. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * With a run, removes it from this folder, or with `--repo` from that repository. Without a run, removes the runs of this folder that ended
 * more than 30 days ago; with `--repo`, removes crew's refs and comments from the repository.
 */
export const clean: CliCommand = async (call) => {
  const { words, flags, env } = call;
  const isNamed = words.length > 0 || flags.run !== undefined;
  if (flags.repo && !isNamed) return cleanRepository(call, flags.repo);
  const { store } = runServices(call);
  if (isNamed) {
    const { run } = (await namedRun(call)).record;
    const subjects = flags.repo ? await store.subjects() : ['tree'];
    const removed = await Promise.all(
      subjects.map((subject) => removeRuns(store, subject, ({ run: each }) => each === run)),
    );
    return report(removed.flat());
  }
  const before = systemClock(env.now).now() - RETENTION_MS;
  return report(await removeRuns(store, 'tree', ({ end }) => end !== undefined && Date.parse(end.at) < before));
};

type Store = ReturnType<typeof runServices>['store'];
/** Whether to remove a run. */
type RunFilter = (run: { readonly run: string; readonly end?: { readonly at: string } | undefined }) => boolean;

/** Removes the matching runs of a subject. Returns their ids. */
function removeRuns(store: Store, subject: string, matches: RunFilter): Promise<readonly string[]> {
  return store.update(subject, (record): Update<readonly string[]> => {
    const removed = record.runs.filter(matches).map(({ run }) => run);
    if (removed.length === 0) return { record: 'unchanged', value: removed };
    const files: RecordFiles = Object.assign({}, ...removed.map(deletedFilesOf));
    return { record: { ...record, runs: record.runs.filter((each) => !matches(each)) }, files, value: removed };
  });
}

function report(removed: readonly string[]): CliOutput {
  const text = removed.length === 0 ? 'Nothing to remove.' : removed.map((each) => `removed ${each}`).join('\n');
  return { text, json: { removed }, exit: 0 };
}

/** Removes crew's refs and comments from a repository. Without --yes they are only listed. */
async function cleanRepository(call: CliCall, repo: string): Promise<CliOutput> {
  const { github } = githubServices({ env: call.env, repo, token: tokenOf(call.env) });
  const refs = await github.refs.list('crew/');
  const me = await github.people.me();
  const comments = (await github.thread.listMarked()).filter(
    ({ author, body }) => author.id === me.id && readMarker(body),
  );
  const found = [...refs.map((ref) => `refs/${ref}`), ...comments.map(({ url }) => url)];
  if (!call.flags.yes) {
    const head = found.length === 0 ? 'crew left nothing there.' : `crew left this in ${repo}; add --yes to remove it:`;
    return { text: [head, ...found.map((each) => `  ${each}`)].join('\n'), json: { removed: [], found }, exit: 0 };
  }
  for (const { id } of comments) await github.thread.remove(id);
  for (const ref of refs) await github.refs.remove(ref);
  return report(found);
}
