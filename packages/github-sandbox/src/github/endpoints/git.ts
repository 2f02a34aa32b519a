// Serves git over HTTP.

import { gunzipSync } from 'node:zlib';
import { emitRefMoved } from '../acts/refs.js';
import { ApiError } from '../api-error.js';
import { authenticate } from '../auth/authenticate.js';
import { authorize, canSee } from '../auth/authorize.js';
import { actorOf, type Credential, callerOf, mayTouchWorkflows } from '../auth/credential.js';
import { reads, writes } from '../auth/required-permission.js';
import { git } from '../git/git.js';
import { listRefs, type Ref, zeroSha } from '../git/refs.js';
import type { Incoming, Reply } from '../http/message.js';
import { findRepository, fullName, type Repository } from '../state.js';
import type { World } from '../world.js';
import type { Endpoint } from './serve.js';

const address = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

type Service = 'git-upload-pack' | 'git-receive-pack';
type GitRequest = { who: Credential; repository: Repository; service: Service; incoming: Incoming };

/** Git over HTTP, served by git itself. */
export function gitEndpoint(world: World): Endpoint {
  return {
    name: 'git',
    serves: (path) => address.test(path),
    answer: async (incoming) => {
      try {
        const visit = authorizeGit(world, incoming);
        const reply = incoming.path.endsWith('/info/refs') ? await listRefsReply(visit) : await answerGit(world, visit);
        return { ...reply, actor: callerOf(visit.who), operation: `git/${visit.service}` };
      } catch (problem) {
        if (problem instanceof ApiError) return refuse(problem);
        throw problem;
      }
    },
  };
}

/** Authenticates the request and finds repository and service. After a 401 git asks again with a token. */
function authorizeGit(world: World, incoming: Incoming): GitRequest {
  const [, owner = '', name = '', end = ''] = address.exec(incoming.path) ?? [];
  const service = end === 'info/refs' ? incoming.query.get('service') : end;
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') {
    throw new ApiError({ status: 403, message: 'Please upgrade your git client.' });
  }
  const who = authenticate(world, incoming.headers.authorization);
  const repository = findRepository(world.state, `${owner}/${name}`);
  if (repository === undefined || !canSee(who, repository)) {
    throw new ApiError({ status: who.kind === 'anonymous' ? 401 : 404, message: 'Repository not found.' });
  }
  checkPermission({ who, repository, service });
  return { who, repository, service, incoming };
}

function checkPermission({ who, repository, service }: Omit<GitRequest, 'incoming'>): void {
  const need = service === 'git-upload-pack' ? reads('contents') : writes({ role: 'write' }, 'contents');
  try {
    authorize(who, need, repository);
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status === 401) throw problem;
    const name = actorOf(who)?.account.login ?? 'anonymous';
    throw new ApiError({ status: 403, message: `Permission to ${fullName(repository)}.git denied to ${name}.` });
  }
}

function refuse({ status, message }: ApiError): Reply {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const ask = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  return { status, headers: { ...headers, ...ask }, bytes: Buffer.from(`${message}\n`) };
}

async function listRefsReply({ repository, service, incoming }: GitRequest): Promise<Reply> {
  const refs = await run({ repository, service, incoming }, ['--advertise-refs']);
  const line = `# service=${service}\n`;
  const head = Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`);
  return reply(`application/x-${service}-advertisement`, Buffer.concat([head, refs]));
}

async function answerGit(world: World, visit: GitRequest): Promise<Reply> {
  const type = `application/x-${visit.service}-result`;
  if (visit.service === 'git-upload-pack') return reply(type, await run(visit, []));
  return world.serialize(visit.repository.gitDir, async () => {
    const dir = visit.repository.gitDir;
    const before = await listRefs(dir, 'refs/');
    const output = await run(visit, []);
    await emitPush(world, { visit, before, after: await listRefs(dir, 'refs/') });
    return reply(type, output);
  });
}

function run(
  { repository, service, incoming, who }: Omit<GitRequest, 'who'> & Partial<GitRequest>,
  flags: readonly string[],
) {
  const { 'git-protocol': protocol, 'content-encoding': encoding } = incoming.headers;
  const refused = who !== undefined && !mayTouchWorkflows(who);
  return git({
    dir: repository.gitDir,
    args: [service.slice('git-'.length), '--stateless-rpc', ...flags, '.'],
    input: encoding === 'gzip' ? gunzipSync(incoming.body) : incoming.body,
    env: {
      ...(typeof protocol === 'string' ? { GIT_PROTOCOL: protocol } : {}),
      ...(refused ? { SANDBOX_WORKFLOW_FILES: 'refused' } : {}),
    },
  });
}

const reply = (type: string, bytes: Buffer): Reply => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'no-cache' },
  bytes,
});

async function emitPush(world: World, pushed: { visit: GitRequest; before: Ref[]; after: Ref[] }): Promise<void> {
  const { visit, before, after } = pushed;
  const by = actorOf(visit.who);
  if (by === null) throw new Error('nobody pushed');
  const shaIn = (refs: readonly Ref[], name: string) => refs.find((ref) => ref.name === name)?.sha ?? zeroSha;
  for (const name of new Set([...before, ...after].map((ref) => ref.name))) {
    const move = { before: shaIn(before, name), after: shaIn(after, name) };
    if (move.before === move.after) continue;
    await emitRefMoved({ world, by }, { repository: visit.repository, name, ...move });
  }
}
