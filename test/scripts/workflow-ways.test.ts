// Each way in and each slip, as a workflow that has it, and as its sound neighbour.
import { describe, expect, it } from '@jest/globals';
import { lintWorkflow, type Policy } from '../../scripts/workflow-rules.mjs';

const SHA = '11bd71901bbe5b1630ceea73d27597364c9af683';
const DIGEST = `sha256:${'a'.repeat(64)}`;

interface Parts {
  readonly on?: string;
  readonly top?: string;
  readonly may?: string;
  readonly job?: string;
  readonly steps?: readonly string[];
}

/** A workflow of one job. */
const workflow = ({
  on = 'push',
  top = '',
  may = 'contents: read',
  job = '',
  steps = ['run: "true"'],
}: Parts) => `on: ${on}
permissions: {}
${top}
jobs:
  work:
    ${job.includes('runs-on') ? '' : 'runs-on: ubuntu-latest'}
    permissions: { ${may} }
    ${job}
    steps:
${steps.map((step) => `      - ${step.replaceAll('\n', '\n        ')}`).join('\n')}
`;

const found = (parts: Parts, policy: Partial<Policy> = {}) =>
  lintWorkflow(workflow(parts), policy).map(({ rule }) => rule);

const uses = (name: string, inputs: Readonly<Record<string, string>> = {}) =>
  [`uses: ${name}@${SHA} # v6.0.2`, 'with:', ...Object.entries(inputs).map(([key, value]) => `  ${key}: ${value}`)]
    .slice(0, Object.keys(inputs).length > 0 ? undefined : 1)
    .join('\n');

const checkout = (ref: string) => uses('actions/checkout', { ref, 'persist-credentials': 'false' });
const HEAD = `\${{ github.event.pull_request.head.sha }}`;

describe('dangerous-triggers', () => {
  it.each(['workflow_run', '[push, workflow_run]', '{ workflow_run: { types: [completed] } }'])('finds %s', (on) => {
    expect(found({ on })).toEqual(['dangerous-triggers']);
    expect(found({ on }, { triggers: ['workflow_run'] })).toEqual([]);
  });
});

describe('untrusted-checkout', () => {
  const heads = [
    HEAD,
    `\${{ github.head_ref }}`,
    `\${{ github['event'].pull_request.head.ref || github.sha }}`,
    `\${{ github.event.workflow_run.head_sha }}`,
    `\${{ github.event.workflow_run.head_branch }}`,
    `\${{ github.event.pull_request.merge_commit_sha }}`,
    `refs/pull/\${{ github.event.number }}/merge`,
  ];
  it.each(heads)('finds %s in a job that may write', (ref) => {
    expect(found({ may: 'issues: write', steps: [checkout(ref)] })).toEqual(['untrusted-checkout']);
    expect(found({ steps: [checkout(ref)] })).toEqual([]);
  });

  it('finds it beside a secret, though the job may write nothing', () => {
    const steps = [checkout(HEAD), `run: make\nenv: { KEY: "\${{ secrets.KEY }}" }`];
    expect(found({ steps }, { secrets: { work: ['KEY'] } })).toEqual(['untrusted-checkout']);
    expect(found({ steps: [checkout(HEAD), `run: make\nenv: { T: "\${{ secrets.GITHUB_TOKEN }}" }`] })).toEqual([]);
  });

  it.each(['gh pr checkout "$NUMBER"', 'git fetch origin refs/pull/1/head'])('finds a script that says %s', (run) => {
    expect(found({ may: 'issues: write', steps: [`run: ${run}`] })).toEqual(['untrusted-checkout']);
  });

  it('lets a job that may write check out what nobody from outside names', () => {
    for (const ref of ['main', `\${{ github.event.repository.default_branch }}`, `\${{ job.workflow_sha }}`])
      expect(found({ may: 'issues: write', steps: [checkout(ref)] })).toEqual([]);
  });
});

describe('cache-poisoning', () => {
  it.each([
    ['a cache', uses('actions/cache', { path: 'x', key: 'y' })],
    ['half a cache', uses('actions/cache/restore', { path: 'x', key: 'y' })],
    ['one that is set up with a tool', uses('actions/setup-python', { cache: 'pip' })],
    ['one that setup-node makes by itself', uses('actions/setup-node', { 'node-version': '24' })],
    ['one that is asked for', uses('actions/setup-node', { cache: 'npm', 'package-manager-cache': 'false' })],
  ])('finds %s', (_, step) => {
    expect(found({ steps: [step] })).toEqual(['cache-poisoning']);
  });

  it.each([
    uses('actions/setup-node', { 'package-manager-cache': 'false' }),
    uses('actions/setup-python', { cache: "''" }),
    uses('actions/upload-artifact', { path: 'cache' }),
  ])('lets %j pass', (step) => {
    expect(found({ steps: [step] })).toEqual([]);
  });
});

describe('github-env', () => {
  it.each(['echo "A=$B" >> "$GITHUB_ENV"', 'echo x >> $GITHUB_PATH', `printf x | tee -a "\${GITHUB_ENV}"`])(
    'finds %s',
    (run) => {
      expect(found({ steps: [`run: ${run}`] })).toEqual(['github-env']);
    },
  );

  it('lets outputs and the summary be written', () => {
    expect(found({ steps: ['run: echo a=b >> "$GITHUB_OUTPUT"; echo c >> "$GITHUB_STEP_SUMMARY"'] })).toEqual([]);
  });
});

describe('insecure-commands', () => {
  const env = 'env: { ACTIONS_ALLOW_UNSECURE_COMMANDS: true }';
  it.each([[{ top: env }], [{ job: env }], [{ steps: [`run: make\n${env}`] }]])('finds them in %j', (parts: Parts) => {
    expect(found(parts)).toEqual(['insecure-commands']);
  });
});

describe('bot-conditions', () => {
  it.each([
    `github.actor == 'dependabot[bot]'`,
    `\${{ github.triggering_actor=='renovate[bot]' }}`,
    `"'dependabot[bot]' == github.actor"`,
  ])('finds %s', (condition) => {
    expect(found({ job: `if: ${condition}` })).toEqual(['bot-conditions']);
  });

  it('lets a job be left out for a bot, and the writer be asked', () => {
    expect(found({ job: `if: github.actor != 'dependabot[bot]'` })).toEqual([]);
    expect(found({ job: `if: github.event.pull_request.user.login == 'dependabot[bot]'` })).toEqual([]);
  });
});

describe('unsound-condition', () => {
  it.each([`|\n      \${{ github.event_name == 'push' }}`, `"\${{ github.ref == 'a' }} && true"`, `"!\${{ false }}"`])(
    'finds %j',
    (condition) => {
      expect(found({ job: `if: ${condition}` })).toEqual(['unsound-condition']);
    },
  );

  it.each([`\${{ github.ref == 'a' && '}}' != 'b' }}`, `>-\n      \${{ github.ref == 'a' }}`, `github.ref == 'a'`])(
    'lets %j pass',
    (condition) => {
      expect(found({ job: `if: ${condition}` })).toEqual([]);
    },
  );
});

describe('unsound-contains', () => {
  it('finds a text that something is to be a part of, and takes a list', () => {
    expect(found({ job: `if: contains('refs/heads/main refs/heads/next', github.ref)` })).toEqual(['unsound-contains']);
    expect(found({ job: `if: contains(fromJSON('["main"]'), github.ref_name)` })).toEqual([]);
    expect(found({ job: `if: contains(github.event.comment.body, '/crew')` })).toEqual([]);
  });
});

describe('unsound-ternary', () => {
  it('finds a choice that can only end one way', () => {
    const group = (value: string) => found({ job: `concurrency: { group: "a\${{ ${value} }}" }` });
    expect(group(`github.ref == 'x' && '' || github.ref`)).toEqual(['unsound-ternary']);
    expect(group(`github.ref == 'x' && 'y' || ''`)).toEqual([]);
  });
});

describe('unredacted-secrets', () => {
  it('finds a secret of several parts', () => {
    const step = (value: string) =>
      found({ may: 'issues: write', steps: [`run: make\nenv: { KEY: "\${{ ${value} }}" }`] });
    expect(step('fromJSON(secrets.ALL).key')).toEqual(['unredacted-secrets']);
    expect(step('secrets.KEY')).toEqual([]);
  });
});

describe('unpinned-images', () => {
  it.each(['container: node:24', 'container: { image: node }', 'services: { db: { image: "postgres:17" } }'])(
    'finds %s',
    (job) => {
      expect(found({ job })).toEqual(['unpinned-images']);
    },
  );

  it('takes a digest', () => {
    expect(found({ job: `container: "node@${DIGEST}"\n    services: { db: { image: "pg:17@${DIGEST}" } }` })).toEqual(
      [],
    );
  });
});

describe('hardcoded-container-credentials', () => {
  const job = (password: string) =>
    `container: { image: "a@${DIGEST}", credentials: { username: u, password: "${password}" } }`;
  it('finds a password that everybody can read', () => {
    expect(found({ job: job('hunter2') })).toEqual(['hardcoded-container-credentials']);
    expect(found({ job: job(`\${{ secrets.KEY }}`) }, { secrets: { work: ['KEY'] } })).toEqual([]);
  });
});

describe('self-hosted-runner', () => {
  it.each(['self-hosted', '[self-hosted, linux]', `"\${{ inputs.on }}"`, '{ group: big }'])('finds %s', (runsOn) => {
    expect(found({ job: `runs-on: ${runsOn}` })).toEqual(['self-hosted-runner']);
  });

  it('takes the input of the caller where the policy names the job, and nothing else there', () => {
    const policy = { runners: ['work'] };
    expect(found({ job: `runs-on: \${{ inputs.runs-on }}` }, policy)).toEqual([]);
    expect(found({ job: `runs-on: \${{ inputs.runs-on }}` }, { runners: ['other'] })).toEqual(['self-hosted-runner']);
    expect(found({ job: 'runs-on: self-hosted' }, policy)).toEqual(['self-hosted-runner']);
  });
});

describe('github-app', () => {
  const token = (inputs: Readonly<Record<string, string>>) =>
    found({ may: 'issues: write', steps: [uses('actions/create-github-app-token', { 'app-id': '1', ...inputs })] });
  it('finds a token that may all, is for all, or lasts', () => {
    const named = { 'permission-issues': 'write' };
    expect(token({})).toEqual(['github-app']);
    expect(token({ ...named, owner: 'ann' })).toEqual(['github-app']);
    expect(token({ ...named, 'skip-token-revoke': 'true' })).toEqual(['github-app']);
    expect(token(named)).toEqual([]);
    expect(token({ ...named, owner: 'ann', repositories: 'shop' })).toEqual([]);
  });
});

describe('forbidden-uses', () => {
  it.each(['octo/tool', 'actions-rs/toolchain', 'Actions/checkout', 'actions/cache/../checkout', 'actions/./checkout'])(
    'finds %s',
    (name) => {
      expect(found({ steps: [uses(name)] })).toContain('forbidden-uses');
    },
  );
});
