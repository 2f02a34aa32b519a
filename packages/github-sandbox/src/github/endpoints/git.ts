// Serves git over HTTP. Used by open-server.ts.

import { gunzipSync } from 'node:zlib';
import { emitRefMoved } from '../acts/refs.js';
import { ApiError } from '../api-error.js';
import { authenticate } from '../auth/authenticate.js';
import { authorize, canSee } from '../auth/authorize.js';
import { actorOf, type Credential, callerOf, mayChangeWorkflowFiles } from '../auth/credential.js';
import { reads, writes } from '../auth/required-permission.js';
import { git } from '../git/git.js';
import { listRefs, type Ref, zeroSha } from '../git/refs.js';
import type { Incoming, Reply } from '../http/message.js';
import { findRepository, fullName, type Repository } from '../state.js';
import type { World } from '../world.js';
import type { Endpoint } from './serve.js';

/** `/owner/name.git/…`; the suffix is optional. */
const gitPath = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

type Service = 'git-upload-pack' | 'git-receive-pack';
type GitRequest = { who: Credential; repository: Repository; service: Service; incoming: Incoming };

/** Git over HTTP. Git processes read and write the repository; pushes are reported as events. */
export function gitEndpoint(world: World): Endpoint {
  return {
    name: 'git',
    serves: (path) => gitPath.test(path),
    answer: async (incoming) => {
      try {
        const gitRequest = authorizeGit(world, incoming);
        const reply = incoming.path.endsWith('/info/refs')
          ? await listRefsReply(gitRequest)
          : await answerGit(world, gitRequest);
        return { ...reply, actor: callerOf(gitRequest.who), operation: `git/${gitRequest.service}` };
      } catch (problem) {
        if (problem instanceof ApiError) return refuse(problem);
        throw problem;
      }
    },
  };
}

/** Authenticates the request and finds repository and service. After a 401 git repeats the request with a token. */
function authorizeGit(world: World, incoming: Incoming): GitRequest {
  const [, owner = '', name = '', end = ''] = gitPath.exec(incoming.path) ?? [];
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
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  return { status, headers: { ...headers, ...challenge }, bytes: Buffer.from(`${message}\n`) };
}

async function listRefsReply({ repository, service, incoming }: GitRequest): Promise<Reply> {
  const refs = await run({ repository, service, incoming }, ['--advertise-refs']);
  const line = `# service=${service}\n`;
  const head = Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`);
  return reply(`application/x-${service}-advertisement`, Buffer.concat([head, refs]));
}

async function answerGit(world: World, gitRequest: GitRequest): Promise<Reply> {
  const type = `application/x-${gitRequest.service}-result`;
  if (gitRequest.service === 'git-upload-pack') return reply(type, await run(gitRequest, []));
  return world.serialize(gitRequest.repository.gitDir, async () => {
    const dir = gitRequest.repository.gitDir;
    const before = await listRefs(dir, 'refs/');
    const output = await run(gitRequest, []);
    await emitPush(world, { gitRequest, before, after: await listRefs(dir, 'refs/') });
    return reply(type, output);
  });
}

function run(
  { repository, service, incoming, who }: Omit<GitRequest, 'who'> & Partial<GitRequest>,
  flags: readonly string[],
) {
  const { 'git-protocol': protocol, 'content-encoding': encoding } = incoming.headers;
  const mayNotPushWorkflows = who !== undefined && !mayChangeWorkflowFiles(who);
  return git({
    dir: repository.gitDir,
    args: [service.slice('git-'.length), '--stateless-rpc', ...flags, '.'],
    input: encoding === 'gzip' ? gunzipSync(incoming.body) : incoming.body,
    env: {
      ...(typeof protocol === 'string' ? { GIT_PROTOCOL: protocol } : {}),
      ...(mayNotPushWorkflows ? { SANDBOX_WORKFLOW_FILES: 'refused' } : {}),
    },
  });
}

const reply = (type: string, bytes: Buffer): Reply => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'no-cache' },
  bytes,
});

async function emitPush(world: World, pushed: { gitRequest: GitRequest; before: Ref[]; after: Ref[] }): Promise<void> {
  const { gitRequest, before, after } = pushed;
  const by = actorOf(gitRequest.who);
  if (by === null) throw new Error('a push without an account');
  const shaIn = (refs: readonly Ref[], name: string) => refs.find((ref) => ref.name === name)?.sha ?? zeroSha;
  for (const name of new Set([...before, ...after].map((ref) => ref.name))) {
    const move = { before: shaIn(before, name), after: shaIn(after, name) };
    if (move.before === move.after) continue;
    await emitRefMoved({ world, by }, { repository: gitRequest.repository, name, ...move });
  }
}
