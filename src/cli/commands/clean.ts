import { systemClock } from '../../adapters/clock.js';
import { endOf, readJournal } from '../../core/journal.js';
import { logOf } from '../../core/kept.js';
import { readMarker } from '../../core/marker.js';
import { runNames } from '../../core/runs.js';
import type { Store } from '../../ports.js';
import { homeStore } from '../../services/wire.js';
import type { Call, DeskCommand, Said } from './desk.js';
import { hubOf } from './hub.js';
import { namedRun, nameOf } from './named-run.js';

const KEPT = 30 * 24 * 60 * 60 * 1000;

/** `crew clean`: a run by its name; without one, those that were over 30 days ago; with --repo, all that crew left there. */
export const clean: DeskCommand = async (call) => {
  const { words, flags, env } = call;
  if (flags.repo) return cleanRepository(call, flags.repo);
  const store = homeStore(env, flags.root);
  if (words.some((word) => !word.startsWith('--'))) {
    const run = nameOf(call);
    // A damaged journal is what one most wants to remove, so it is not read first.
    if ((await runNames(store)).includes(run)) await store.remove(logOf(run));
    else await namedRun(call);
    return said([run]);
  }
  const old = await endedBefore(store, systemClock(env.now).now() - KEPT);
  for (const run of old) await store.remove(logOf(run));
  return said(old);
};

async function endedBefore(store: Store, time: number): Promise<readonly string[]> {
  const old: string[] = [];
  for (const run of await runNames(store)) {
    const journal = readJournal((await store.read(logOf(run)))?.text ?? '');
    const end = 'damage' in journal ? undefined : endOf(journal);
    if (end && end.at < time) old.push(run);
  }
  return old;
}

function said(removed: readonly string[]): Said {
  const text = removed.length === 0 ? 'Nothing to remove.' : removed.map((each) => `removed ${each}`).join('\n');
  return { text, json: { removed }, exit: 0 };
}

/** What crew left in a repository: its refs, and its own comments. Without --yes it is only listed. */
async function cleanRepository(call: Call, repo: string): Promise<Said> {
  const { github } = await hubOf(call, repo);
  const refs = await github.refs.list('crew/');
  const me = await github.people.me();
  const comments = (await github.thread.marked()).filter(({ author, body }) => author.id === me.id && readMarker(body));
  const found = [...refs.map((ref) => `refs/${ref}`), ...comments.map(({ url }) => url)];
  if (!call.flags.yes) {
    const head = found.length === 0 ? 'Crew left nothing there.' : `Crew left this in ${repo}; add --yes to remove it:`;
    return { text: [head, ...found.map((each) => `  ${each}`)].join('\n'), json: { removed: [], found }, exit: 0 };
  }
  for (const { id } of comments) await github.thread.remove(id);
  for (const ref of refs) await github.refs.remove(ref);
  return said(found);
}
