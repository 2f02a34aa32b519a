// Checks what a token can do with a repository, for `crew doctor` (commands/doctor.ts and workflow-finding.ts of src/cli). Each problem has
// a remedy.
import { Octokit } from '@octokit/rest';

/** One result of `crew doctor`. */
export type Finding =
  | { readonly name: string; readonly is: 'there'; readonly found: string }
  /** `limited`: crew works, with restrictions. */
  | { readonly name: string; readonly is: 'missing' | 'limited'; readonly found: string; readonly remedy: string };

export interface DoctorOptions {
  readonly urls: { readonly api: string; readonly graphql: string; readonly server: string };
  readonly token: string;
  /** The token for boards, if it is another one. */
  readonly boardToken?: string | undefined;
  readonly repo: string;
  /** The configured board. */
  readonly board?: { readonly owner: string; readonly number: number } | undefined;
}

interface Answer {
  readonly viewer: { readonly login: string };
  readonly repository: {
    readonly viewerPermission: string | null;
    readonly isArchived: boolean;
    readonly hasIssuesEnabled: boolean;
  } | null;
}

const DOCTOR_QUERY = `query crewDoctor($owner: String!, $name: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) { viewerPermission isArchived hasIssuesEnabled }
  rateLimit { cost remaining }
}`;

const BOARDS_QUERY = `query crewBoards($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { projectsV2(first: 1) { totalCount } }
  rateLimit { cost }
}`;

/** Runs all checks. A request that fails is itself a finding. */
export async function checkToken({ urls, token, boardToken, repo, board }: DoctorOptions): Promise<readonly Finding[]> {
  const [owner = '', name = ''] = repo.split('/');
  const octokit = octokitFor(token, urls);
  const graphql = graphqlOf(octokit, urls);
  const answer = await graphql<Answer>(DOCTOR_QUERY, { owner, name }).catch((error: unknown) =>
    isNotFound(error) ? notVisible(repo) : unreachable(error, urls.api),
  );
  if (isFinding(answer)) return [answer];
  const identity: Finding = { name: 'identity', is: 'there', found: answer.viewer.login };
  if (!answer.repository) return [identity, notVisible(repo)];
  const repository = { owner, repo: name };
  // Another client, because the client of the repository puts its own token on every request.
  const boardGraphql = boardToken ? graphqlOf(octokitFor(boardToken, urls), urls) : graphql;
  // A token for boards only may not read the repository, so the board is queried directly.
  const access =
    boardToken || board ? boardAccess(boardGraphql, board) : boardAccess(boardGraphql, undefined, { owner, name });
  const actions = octokit.rest.actions.getGithubActionsDefaultWorkflowPermissionsRepository(repository).then(
    ({ data }) => data,
    () => null,
  );
  return [
    identity,
    ...repositoryFindings(answer.repository),
    ...boardFindings(await access, { named: boardToken !== undefined, board }),
    ...actionsFindings(await actions, {
      login: answer.viewer.login,
      settings: `${urls.server}/${repo}/settings/actions`,
    }),
  ];
}

/** Whether the default branch has this file; undefined if GitHub does not say. */
export async function hasFile(
  { urls, token, repo }: Pick<DoctorOptions, 'urls' | 'token' | 'repo'>,
  file: string,
): Promise<boolean | undefined> {
  const [owner = '', name = ''] = repo.split('/');
  return octokitFor(token, urls)
    .rest.repos.getContent({ owner, repo: name, path: file })
    .then(
      () => true,
      (error: { status?: number }) => (error.status === 404 ? false : undefined),
    );
}

const octokitFor = (token: string, { api }: DoctorOptions['urls']): Octokit =>
  new Octokit({ baseUrl: api, auth: token, userAgent: 'crew', log: noLog });

const graphqlOf = ({ graphql }: Octokit, urls: DoctorOptions['urls']): Graphql =>
  graphql.defaults({ baseUrl: urls.graphql.replace(/\/graphql$/, '') });

const noLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** GraphQL reports NOT_FOUND in its errors, not by status. */
function isNotFound(error: unknown): boolean {
  const { errors } = (error ?? {}) as { errors?: readonly { type?: string }[] };
  return errors?.some(({ type }) => type === 'NOT_FOUND') ?? false;
}

const isFinding = (value: Answer | Finding): value is Finding => 'is' in value;

/** The finding for a request that failed: the token is refused, GitHub reports an error, or there is no answer. */
function unreachable(error: unknown, api: string): Finding {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : undefined;
  const hasResponse = typeof error === 'object' && error !== null && 'response' in error;
  if (status === 401)
    return {
      name: 'identity',
      is: 'missing',
      found: 'the token is refused',
      remedy: 'Set GITHUB_TOKEN to a valid one.',
    };
  if (hasResponse)
    return {
      name: 'identity',
      is: 'missing',
      found: String((error as { message?: unknown }).message),
      remedy: 'Check what the token may read.',
    };
  return {
    name: 'GitHub',
    is: 'missing',
    found: `no answer from ${api}`,
    remedy: 'Check the address, the network and any proxy.',
  };
}

const notVisible = (repo: string): Finding => ({
  name: 'access',
  is: 'missing',
  found: `${repo} is not there, or not visible to this token`,
  remedy: 'Check the name, and that the token or the App may read it.',
});

function repositoryFindings({
  viewerPermission,
  isArchived,
  hasIssuesEnabled,
}: NonNullable<Answer['repository']>): readonly Finding[] {
  const mayWrite = ['ADMIN', 'MAINTAIN', 'WRITE'].includes(viewerPermission ?? '');
  return [
    mayWrite
      ? { name: 'access', is: 'there', found: 'may write' }
      : {
          name: 'access',
          is: 'missing',
          found: `only ${(viewerPermission ?? 'none').toLowerCase()}`,
          remedy: 'Give the token write access to contents, issues and pull requests.',
        },
    ...(isArchived
      ? [
          {
            name: 'archive',
            is: 'missing',
            found: 'the repository is archived',
            remedy: 'Unarchive it: an archived one takes no comments.',
          } as const,
        ]
      : []),
    ...(hasIssuesEnabled
      ? []
      : [
          {
            name: 'issues',
            is: 'missing',
            found: 'issues are off',
            remedy: 'Turn them on in the settings of the repository.',
          } as const,
        ]),
  ];
}

type Graphql = ReturnType<Octokit['graphql']['defaults']>;
type BoardAccess = 'refused' | 'unreadable' | 'readable' | 'no-such-board';

/** Whether a token can read the configured board; without one, any board. */
async function boardAccess(
  graphql: Graphql,
  board: DoctorOptions['board'],
  input?: { readonly owner: string; readonly name: string },
): Promise<BoardAccess> {
  if (board) return configuredBoardAccess(graphql, board);
  const answer = input
    ? graphql(BOARDS_QUERY, input)
    : graphql('query crewBoards { viewer { projectsV2(first: 1) { totalCount } } }');
  return answer.then(
    () => 'readable' as const,
    (error: unknown) => ((error as { status?: number }).status === 401 ? 'refused' : 'unreadable'),
  );
}

async function configuredBoardAccess(
  graphql: Graphql,
  { owner, number }: NonNullable<DoctorOptions['board']>,
): Promise<BoardAccess> {
  const kinds = ['organization', 'user'] as const;
  const answers = await Promise.all(
    kinds.map((kind) =>
      graphql<Record<string, { projectV2: { id: string } | null } | null>>(
        `query crewBoard($owner: String!, $number: Int!) { ${kind}(login: $owner) { projectV2(number: $number) { id } } }`,
        { owner, number },
      ).then(
        (answer): BoardAccess => (answer[kind]?.projectV2 ? 'readable' : 'no-such-board'),
        (error: unknown): BoardAccess => {
          if ((error as { status?: number }).status === 401) return 'refused';
          return isNotFound(error) ? 'no-such-board' : 'unreadable';
        },
      ),
    ),
  );
  const order: readonly BoardAccess[] = ['readable', 'refused', 'unreadable', 'no-such-board'];
  return order.find((each) => answers.includes(each)) ?? 'unreadable';
}

function boardFindings(
  access: BoardAccess,
  { named: hasOwnToken, board }: { named: boolean; board: DoctorOptions['board'] },
): readonly Finding[] {
  const name = hasOwnToken ? 'CREW_PROJECT_TOKEN' : 'boards';
  const boardName = board ? `project ${board.number} of ${board.owner}` : 'Projects';
  const remedy = hasOwnToken
    ? 'Give CREW_PROJECT_TOKEN the permission "Projects: read", or the scope read:project.'
    : 'Set CREW_PROJECT_TOKEN to a token that may; GITHUB_TOKEN of Actions never can.';
  switch (access) {
    case 'readable':
      return [{ name, is: 'there', found: `${boardName} can be read` }];
    case 'refused':
      return [{ name, is: 'missing', found: 'the token is refused', remedy: 'Set CREW_PROJECT_TOKEN to a valid one.' }];
    case 'no-such-board':
      return [
        {
          name,
          is: 'missing',
          found: `${boardName} is not there, or hidden from this token`,
          remedy: 'Check facilitate.project and facilitate.project-owner.',
        },
      ];
    case 'unreadable':
      return [{ name, is: board ? 'missing' : 'limited', found: `${boardName} cannot be read`, remedy }];
  }
}

type Defaults = { readonly can_approve_pull_request_reviews: boolean } | null;

function actionsFindings(
  defaults: Defaults,
  { login, settings }: { login: string; settings: string },
): readonly Finding[] {
  const permission: Finding =
    defaults === null
      ? {
          name: 'Actions',
          is: 'limited',
          found: 'their settings cannot be read',
          remedy: 'Only an administrator can; ask one whether Actions may open pull requests.',
        }
      : defaults.can_approve_pull_request_reviews
        ? { name: 'Actions', is: 'there', found: 'may open pull requests' }
        : {
            name: 'Actions',
            is: 'missing',
            found: 'may not open pull requests',
            remedy: `Turn on “Allow GitHub Actions to create and approve pull requests” at ${settings}.`,
          };
  // Restrictions of GITHUB_TOKEN that no setting lifts.
  if (login !== 'github-actions[bot]') return [permission];
  return [
    permission,
    {
      name: 'GITHUB_TOKEN',
      is: 'limited',
      found: 'starts no checks on what it pushes, and cannot touch workflow files',
      remedy: 'Install the App to have both.',
    },
  ];
}
