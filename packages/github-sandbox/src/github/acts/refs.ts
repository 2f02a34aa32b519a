// Moves refs and emits push, create and delete events. Used by git over HTTP, REST, GraphQL, merges, the merge queue and linked branches.

import { changesOf, logCommits } from '../git/commits.js';
import { isFastForward, moveRef, zeroSha } from '../git/refs.js';
import { fullName, type Repository } from '../state.js';
import { type Act, stamp } from '../world.js';
import { updateAfterPush } from './after-push.js';
import { emit } from './emit.js';

type RefMove = {
  readonly repository: Repository;
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

/** Moves a ref from `before` to `after` and emits the events; false if the ref was not at `before`. */
export async function changeRef(act: Act, move: RefMove): Promise<boolean> {
  const moved = await moveRef(move.repository.gitDir, move);
  if (moved) await emitRefMoved(act, move);
  return moved;
}

/** Emits the events of a moved ref. Only branches and tags have events. */
export async function emitRefMoved(act: Act, move: RefMove): Promise<void> {
  const { repository, name, before, after } = move;
  const hasEvents = /^refs\/(heads|tags)\//.test(name);
  const push = hasEvents ? await pushPayload(act, move) : null;
  if (hasEvents) repository.pushedAt = stamp(act.world);
  emit(act, {
    repository,
    kind: `ref.${verbOf(move)}`,
    subject: name,
    detail: { before, after },
    ...(push === null ? {} : { event: { name: 'push', extra: push } }),
  });
  if (hasEvents && (before === zeroSha || after === zeroSha)) emitCreateOrDelete(act, move);
  const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
  if (branch !== undefined) await updateAfterPush(act, { repository, branch, before, after });
}

function verbOf({ before, after }: RefMove): 'created' | 'deleted' | 'updated' {
  if (before === zeroSha) return 'created';
  return after === zeroSha ? 'deleted' : 'updated';
}

/** The create or delete event of a branch or tag. */
function emitCreateOrDelete({ world, by }: Act, { repository, name, before }: RefMove): void {
  const [, kind = '', short = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? [];
  world.repositoryEvents.emit({
    name: before === zeroSha ? 'create' : 'delete',
    repository,
    sender: by.account,
    byWorkflow: by.isWorkflow,
    subjects: {},
    extra: {
      ref: short,
      ref_type: kind === 'tags' ? 'tag' : 'branch',
      ...(before === zeroSha ? { master_branch: repository.defaultBranch, description: repository.description } : {}),
      pusher_type: 'user',
    },
  });
}

async function pushPayload({ world, by }: Act, { repository, name, before, after }: RefMove) {
  const url = `${world.urls.html}/${fullName(repository)}`;
  const dir = repository.gitDir;
  const commits = after === zeroSha ? [] : await pushedCommits(dir, { url, before, after });
  const created = before === zeroSha;
  const deleted = after === zeroSha;
  return {
    ref: name,
    before,
    after,
    created,
    deleted,
    forced: !created && !deleted && !(await isFastForward(dir, { from: before, to: after })),
    base_ref: null,
    compare: `${url}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
    pusher: { name: by.account.login, email: by.account.email },
  };
}

/** The last twenty commits, oldest first. */
async function pushedCommits(dir: string, { url, before, after }: { url: string; before: string; after: string }) {
  const range = before === zeroSha ? after : `${before}..${after}`;
  const commits = await logCommits(dir, { range, limit: before === zeroSha ? 1 : 20 });
  return Promise.all(
    commits.reverse().map(async (commit) => {
      const changes = await changesOf(dir, commit);
      const paths = (status: string) => changes.filter((one) => one.status === status).map(({ path }) => path);
      return {
        id: commit.sha,
        tree_id: commit.tree,
        distinct: true,
        message: commit.message,
        timestamp: commit.committer.date,
        url: `${url}/commit/${commit.sha}`,
        author: { name: commit.author.name, email: commit.author.email, username: commit.author.name },
        committer: { name: commit.committer.name, email: commit.committer.email, username: commit.committer.name },
        added: paths('added'),
        removed: paths('removed'),
        modified: paths('modified'),
      };
    }),
  );
}
