interface BadInput {
  readonly text: string;
  readonly says: readonly string[];
}

/** Put together here, so that no scanner takes this file for a leak. */
const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const accessKey = ['AKIA', 'IOSFODNN7EXAMPLE'].join('');

/** What does not fit the schema; editors that read the published schema refuse it too. */
export const misfits: readonly BadInput[] = [
  {
    text: 'facilitate:\n  comment: all\n',
    says: ['line 2: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?'],
  },
  {
    text: 'facilitat:\n  comments: all\n',
    says: ['line 1: `facilitat` is not a setting; did you mean `facilitate`?'],
  },
  {
    text: 'comments: all\n',
    says: ['line 1: `comments` is not a setting; did you mean `facilitate.comments`?'],
  },
  {
    text: 'fix:\n  maxLines: 3\n',
    says: ['line 2: `fix.maxLines` is not a setting; did you mean `fix.max-lines`?'],
  },
  {
    text: 'facilitate:\n  agent-discovery-path: agents/\n',
    says: ['line 2: `facilitate.agent-discovery-path` is not a setting; did you mean `facilitate.agentDiscoveryPath`?'],
  },
  {
    text: 'zebra: 1\n',
    says: [
      'line 1: `zebra` is not a setting; settings here are `lang`, `bots`, `ignore-authors`, `labels`, `facilitate`, `fix`, `build`, `review`, `write`, `verify`, `guard`, `sandbox`, `models`, `budget`, `mcp`, `memory`, `task`',
    ],
  },
  {
    text: 'sandbox:\n  zebra: 1\n',
    says: ['line 2: `sandbox.zebra` is not a setting; settings here are `hosts`, `required`'],
  },
  {
    text: 'budget:\n  run_usd: 1\n',
    says: ['line 2: `budget.run_usd` is not a setting; did you mean `budget.run-usd`?'],
  },
  {
    text: 'labels:\n  needs-attention: x\n',
    says: ['line 2: `labels.needs-attention` is not a setting; settings here are `prefix`, `blocked`, `attention`'],
  },
  {
    text: 'verify:\n  steps:\n    - name: a\n      run: b\n      timout: 4\n',
    says: ['line 5: `verify.steps[0].timout` is not a setting; did you mean `verify.steps[0].timeout`?'],
  },
  {
    text: 'models:\n  haiku:\n    prize: { in: 1, out: 2 }\n',
    says: ['line 3: `models.haiku.prize` is not a setting; did you mean `models.haiku.price`?'],
  },
  {
    text: 'models:\n  claude: { id: x }\n',
    says: [
      'line 2: `models.claude` is not a setting; settings here are `provider`, `haiku`, `sonnet`, `opus`, `roles`',
    ],
  },
  {
    text: 'mcp:\n  notes:\n    comand: x\n',
    says: ['line 3: `mcp.notes.comand` is not a setting; did you mean `mcp.notes.command`?'],
  },
  {
    text: 'fix:\n  lang: ja\n',
    says: ['line 2: `fix.lang` is not a setting; did you mean `lang`?'],
  },
  {
    text: 'build:\n  max_paralel: 5\n',
    says: ['line 2: `build.max_paralel` is not a setting; did you mean `build.max_parallel`?'],
  },
  {
    text: '<<: { lang: en }\n',
    says: [
      'line 1: `<<` is not a setting; settings here are `lang`, `bots`, `ignore-authors`, `labels`, `facilitate`, `fix`, `build`, `review`, `write`, `verify`, `guard`, `sandbox`, `models`, `budget`, `mcp`, `memory`, `task`',
    ],
  },
  {
    text: '"": 1\n',
    says: [
      'line 1: `""` is not a setting; settings here are `lang`, `bots`, `ignore-authors`, `labels`, `facilitate`, `fix`, `build`, `review`, `write`, `verify`, `guard`, `sandbox`, `models`, `budget`, `mcp`, `memory`, `task`',
    ],
  },
  {
    text: 'lang: de\n',
    says: ['line 1: `lang` is "de"; write en or ja'],
  },
  {
    text: 'lang:\n',
    says: ['line 1: `lang` is empty; write en or ja'],
  },
  {
    text: 'lang: [en]\n',
    says: ['line 1: `lang` is a list; write en or ja'],
  },
  {
    text: 'labels: blocked\n',
    says: ['line 1: `labels` is "blocked"; write its settings below it, indented: `prefix`, `blocked`, `attention`'],
  },
  {
    text: 'labels:\n  prefix: ""\n',
    says: ['line 2: `labels.prefix` is ""; write a prefix of 1 to 41 characters, without comma or line break'],
  },
  {
    text: 'labels:\n  prefix: "a,b"\n',
    says: ['line 2: `labels.prefix` is "a,b"; write a prefix of 1 to 41 characters, without comma or line break'],
  },
  {
    text: 'labels:\n  blocked: "waits, maybe"\n',
    says: [
      'line 2: `labels.blocked` is "waits, maybe"; write a label of 1 to 50 characters, without comma or line break',
    ],
  },
  {
    text: `labels:\n  attention: ${'x'.repeat(51)}\n`,
    says: [
      `line 2: \`labels.attention\` is "${'x'.repeat(51)}"; write a label of 1 to 50 characters, without comma or line break`,
    ],
  },
  {
    text: 'labels:\n  blocked: "two\\nlines"\n',
    says: ['line 2: `labels.blocked` is "two lines"; write a label of 1 to 50 characters, without comma or line break'],
  },
  {
    text: 'labels:\n  blocked: 5\n',
    says: ['line 2: `labels.blocked` is 5; write a label of 1 to 50 characters, without comma or line break'],
  },
  {
    text: `labels:\n  prefix: ${'p'.repeat(42)}\n`,
    says: [
      `line 2: \`labels.prefix\` is "${'p'.repeat(42)}"; write a prefix of 1 to 41 characters, without comma or line break`,
    ],
  },
  {
    text: 'bots: [renovate]\n',
    says: [
      "line 1: `bots[0]` is \"renovate\"; write the account's number, which `gh api 'users/renovate' --jq .id` prints",
    ],
  },
  {
    text: 'bots:\n  - 1\n  - dependabot[bot]\n',
    says: [
      "line 3: `bots[1]` is \"dependabot[bot]\"; write the account's number, which `gh api 'users/dependabot[bot]' --jq .id` prints",
    ],
  },
  {
    text: 'bots: ["49699333"]\n',
    says: ['line 1: `bots[0]` is "49699333"; write 49699333 without quotes'],
  },
  {
    text: 'bots: 49699333\n',
    says: ['line 1: `bots` is 49699333; write a list: [49699333]'],
  },
  {
    text: 'bots: [0]\n',
    says: ['line 1: `bots[0]` is 0; write the numeric id of an account'],
  },
  {
    text: 'bots: [1.5]\n',
    says: ['line 1: `bots[0]` is 1.5; write the numeric id of an account'],
  },
  {
    text: 'ignore-authors: ["not a login"]\n',
    says: ['line 1: `ignore-authors[0]` is "not a login"; write a login, such as octocat or dependabot[bot]'],
  },
  {
    text: 'ignore-authors: "dependabot[bot]"\n',
    says: ['line 1: `ignore-authors` is "dependabot[bot]"; write a list: ["dependabot[bot]"]'],
  },
  {
    text: 'facilitate:\n  project: "5"\n',
    says: ['line 2: `facilitate.project` is "5"; write 5 without quotes'],
  },
  {
    text: 'facilitate:\n  project: 0\n',
    says: ['line 2: `facilitate.project` is 0; write the number of a project, 1 or more'],
  },
  {
    text: 'facilitate:\n  project: 1.5\n',
    says: ['line 2: `facilitate.project` is 1.5; write the number of a project, 1 or more'],
  },
  {
    text: 'facilitate:\n  project: five\n',
    says: ['line 2: `facilitate.project` is "five"; write the number of a project, 1 or more'],
  },
  {
    text: 'facilitate:\n  project-owner: octo org\n',
    says: [
      'line 2: `facilitate.project-owner` is "octo org"; write the login of a user or an organisation, such as octocat',
    ],
  },
  {
    text: 'facilitate:\n  project-owner: "@octocat"\n',
    says: ['line 2: `facilitate.project-owner` is "@octocat"; write "octocat", without the @'],
  },
  {
    text: 'facilitate:\n  comments: some\n',
    says: ['line 2: `facilitate.comments` is "some"; write needed, all or none'],
  },
  {
    text: 'facilitate:\n  blocked-labels: blocked\n',
    says: ['line 2: `facilitate.blocked-labels` is "blocked"; write a list: [blocked]'],
  },
  {
    text: 'facilitate:\n  exempt:\n    labels:\n      - ok\n      -\n',
    says: [
      'line 5: `facilitate.exempt.labels[1]` is empty; write a label of 1 to 50 characters, without comma or line break',
    ],
  },
  {
    text: 'facilitate:\n  done-branches: ["release/*"]\n',
    says: [
      'line 2: `facilitate.done-branches[0]` is "release/*"; write the name of one branch, such as main or release/2.x',
    ],
  },
  {
    text: 'facilitate:\n  done-branches: [main, "a..b"]\n',
    says: [
      'line 2: `facilitate.done-branches[1]` is "a..b"; write the name of one branch, such as main or release/2.x',
    ],
  },
  {
    text: 'facilitate:\n  command-template: ""\n',
    says: ['line 2: `facilitate.command-template` is ""; write one line of text'],
  },
  {
    text: 'facilitate:\n  digest-issue: yes\n',
    says: ['line 2: `facilitate.digest-issue` is "yes"; write true'],
  },
  {
    text: 'facilitate:\n  digest-issue: "off"\n',
    says: ['line 2: `facilitate.digest-issue` is "off"; write false'],
  },
  {
    text: 'facilitate:\n  iterateMax: 0\n',
    says: ['line 2: `facilitate.iterateMax` is 0; write a whole number, 1 or more'],
  },
  {
    text: 'facilitate:\n  checkInterval: 0\n',
    says: ['line 2: `facilitate.checkInterval` is 0; write a number of minutes, more than 0 and at most 525600'],
  },
  {
    text: 'facilitate:\n  checkInterval: 10m\n',
    says: ['line 2: `facilitate.checkInterval` is "10m"; write a number of minutes, more than 0 and at most 525600'],
  },
  {
    text: 'facilitate:\n  agentDiscoveryPath: ../agents\n',
    says: [
      'line 2: `facilitate.agentDiscoveryPath` is "../agents"; write a folder inside the repository, such as .agent/',
    ],
  },
  {
    text: 'facilitate:\n  agentDiscoveryPath: /etc\n',
    says: ['line 2: `facilitate.agentDiscoveryPath` is "/etc"; write a folder inside the repository, such as .agent/'],
  },
  {
    text: 'fix:\n  ci-rounds: 4\n',
    says: ['line 2: `fix.ci-rounds` is 4; write a whole number from 0 to 3'],
  },
  {
    text: 'fix:\n  ci-rounds: -1\n',
    says: ['line 2: `fix.ci-rounds` is -1; write a whole number from 0 to 3'],
  },
  {
    text: 'fix:\n  max-lines: 0\n',
    says: ['line 2: `fix.max-lines` is 0; write a number of changed lines, 1 or more'],
  },
  {
    text: 'fix:\n  base: refs heads\n',
    says: ['line 2: `fix.base` is "refs heads"; write the name of one branch, such as main or release/2.x'],
  },
  {
    text: 'fix:\n  base:\n',
    says: ['line 2: `fix.base` is empty; write the name of one branch, such as main or release/2.x'],
  },
  {
    text: 'fix:\n  reviewers: octocat\n',
    says: ['line 2: `fix.reviewers` is "octocat"; write a list: [octocat]'],
  },
  {
    text: 'fix:\n  reviewers: ["@octocat"]\n',
    says: ['line 2: `fix.reviewers[0]` is "@octocat"; write "octocat", without the @'],
  },
  {
    text: 'fix:\n  reviewers: [a/b/c]\n',
    says: ['line 2: `fix.reviewers[0]` is "a/b/c"; write a login or a team, such as octocat or octo-org/reviewers'],
  },
  {
    text: 'fix:\n  writers-branches: push\n',
    says: ['line 2: `fix.writers-branches` is "push"; write suggest or commit'],
  },
  {
    text: 'fix:\n  draft: 1\n',
    says: ['line 2: `fix.draft` is 1; write true or false'],
  },
  {
    text: 'fix: []\n',
    says: [
      'line 1: `fix` is a list; write its settings below it, indented: `draft`, `base`, `max-lines`, `max-open`, `ci-rounds`, `reviewers`, `labels`, `sign-off`, `writers-branches`, `workflow-files`',
    ],
  },
  {
    text: 'review:\n  on-pull-requests: sometimes\n',
    says: ['line 2: `review.on-pull-requests` is "sometimes"; write true or false'],
  },
  {
    text: 'verify:\n  setup: npm ci\n',
    says: ['line 2: `verify.setup` is "npm ci"; write a list: [npm ci]'],
  },
  {
    text: 'verify:\n  steps: npm test\n',
    says: ['line 2: `verify.steps` is "npm test"; write a list, each item with `name`, `run`, `timeout`'],
  },
  {
    text: 'verify:\n  steps:\n    - npm test\n',
    says: ['line 3: `verify.steps[0]` is "npm test"; write its settings below it, indented: `name`, `run`, `timeout`'],
  },
  {
    text: 'verify:\n  steps:\n    - name: a\n',
    says: ['line 3: `verify.steps[0].run` is missing; add it: a command, such as npm test'],
  },
  {
    text: 'verify:\n  steps:\n    - name: a\n      run: b\n      timeout: 0\n',
    says: ['line 5: `verify.steps[0].timeout` is 0; write a number of seconds, more than 0 and at most 86400'],
  },
  {
    text: 'verify:\n  steps:\n    - { name: a, run: b, timeout: 100000 }\n',
    says: ['line 3: `verify.steps[0].timeout` is 100000; write a number of seconds, more than 0 and at most 86400'],
  },
  {
    text: 'verify:\n  reruns: 11\n',
    says: ['line 2: `verify.reruns` is 11; write a whole number from 0 to 10'],
  },
  {
    text: 'verify:\n  steps:\n    - { name: "", run: "" }\n',
    says: [
      'line 3: `verify.steps[0].name` is ""; write one line of text',
      'line 3: `verify.steps[0].run` is ""; write a command, such as npm test',
    ],
  },
  {
    text: 'guard:\n  deny: ["curl *"]\n',
    says: [
      'line 2: `guard.deny[0]` is "curl *"; write a pattern such as `Bash(curl *)`, `Read(.env)`, `argv:npm test` or `mcp__server__tool`',
    ],
  },
  {
    text: 'guard:\n  allow: ["argv:"]\n',
    says: [
      'line 2: `guard.allow[0]` is "argv:"; write a pattern such as `Bash(curl *)`, `Read(.env)`, `argv:npm test` or `mcp__server__tool`',
    ],
  },
  {
    text: 'guard:\n  ask: true\n',
    says: ['line 2: `guard.ask` is true; write a list'],
  },
  {
    text: 'sandbox:\n  hosts: ["https://docs.example.org/a"]\n',
    says: ['line 2: `sandbox.hosts[0]` is "https://docs.example.org/a"; write "docs.example.org"'],
  },
  {
    text: 'sandbox:\n  hosts: ["docs.example.org:443"]\n',
    says: ['line 2: `sandbox.hosts[0]` is "docs.example.org:443"; write "docs.example.org"'],
  },
  {
    text: 'sandbox:\n  hosts: ["*.example.org"]\n',
    says: ['line 2: `sandbox.hosts[0]` is "*.example.org"; name each host: a wildcard would let anything out'],
  },
  {
    text: 'sandbox:\n  hosts: [Docs.example.org]\n',
    says: ['line 2: `sandbox.hosts[0]` is "Docs.example.org"; write "docs.example.org"'],
  },
  {
    text: 'sandbox:\n  hosts: ["a b"]\n',
    says: [
      'line 2: `sandbox.hosts[0]` is "a b"; write a host name in small letters, such as docs.example.org, without scheme, port, path or wildcard',
    ],
  },
  {
    text: 'sandbox:\n  required: null\n',
    says: ['line 2: `sandbox.required` is empty; write true or false'],
  },
  {
    text: 'models:\n  provider: openai\n',
    says: ['line 2: `models.provider` is "openai"; write anthropic, bedrock or vertex'],
  },
  {
    text: 'models:\n  opus: claude\n',
    says: ['line 2: `models.opus` is "claude"; write its settings below it, indented: `id`, `price`'],
  },
  {
    text: 'models:\n  opus:\n    price: { in: 3 }\n',
    says: ['line 3: `models.opus.price.out` is missing; add it: an amount in US dollars, 0 or more'],
  },
  {
    text: 'models:\n  opus:\n    price: { in: -1, out: 2 }\n',
    says: ['line 3: `models.opus.price.in` is -1; write an amount in US dollars, 0 or more'],
  },
  {
    text: 'models:\n  sonnet: { id: "a b" }\n',
    says: ['line 2: `models.sonnet.id` is "a b"; write the id of a model, without spaces'],
  },
  {
    text: 'budget:\n  run-usd: -1\n',
    says: ['line 2: `budget.run-usd` is -1; write an amount in US dollars, 0 or more'],
  },
  {
    text: 'budget:\n  run-usd: "5"\n',
    says: ['line 2: `budget.run-usd` is "5"; write 5 without quotes'],
  },
  {
    text: 'budget:\n  run-usd: .nan\n',
    says: ['line 2: `budget.run-usd` is NaN; write an amount in US dollars, 0 or more'],
  },
  {
    text: 'budget:\n  user-usd-per-day: $5\n',
    says: ['line 2: `budget.user-usd-per-day` is "$5"; write an amount in US dollars, 0 or more'],
  },
  {
    text: 'mcp:\n  Notes: { command: x }\n',
    says: ['line 2: `mcp.Notes` is not a name that can stand here; write a name of small letters, digits and hyphens'],
  },
  {
    text: 'mcp:\n  notes: {}\n',
    says: ['line 2: `mcp.notes` is a server with neither `command` nor `url`; write one of the two'],
  },
  {
    text: 'mcp:\n  notes: { command: x, url: "https://x.example" }\n',
    says: ['line 2: `mcp.notes` is a server with both `command` and `url`; write one of the two'],
  },
  {
    text: 'mcp:\n  notes: { url: "ftp://x" }\n',
    says: [
      'line 2: `mcp.notes.url` is "ftp://x"; write a URL that begins with https:// or http://, without user and password',
    ],
  },
  {
    text: 'mcp:\n  __proto__: { command: x }\n',
    says: ['line 2: `mcp.__proto__` is not a setting; leave it out'],
  },
  {
    text: 'verify:\n  setup: [npm ci, 5]\n  steps: [{ name: a, run: b }, { name: a, run: c }]\n',
    says: [
      'line 2: `verify.setup[1]` is 5; write a command, such as npm test',
      'line 3: `verify.steps[1].name` is "a", the name of `verify.steps[0]` too; give each step its own name',
    ],
  },
  {
    text: 'mcp:\n  notes: { command: x, url: "https://x.example" }\n  other: { url: 5 }\n',
    says: [
      'line 2: `mcp.notes` is a server with both `command` and `url`; write one of the two',
      'line 3: `mcp.other.url` is 5; write a URL that begins with https:// or http://, without user and password',
    ],
  },
  {
    text: `facilitate:\n  comments: ${token}\n`,
    says: [
      'line 2: `facilitate.comments` is something shaped like a GitHub token; take it out, revoke it, and hand it over as a secret of the repository',
    ],
  },
  {
    text: `${token}: 1\n`,
    says: [
      'line 1: `(hidden)` is something shaped like a GitHub token; take it out, revoke it, and hand it over as a secret of the repository',
    ],
  },
  {
    text: 'mcp:\n  notes:\n    url: https://me:hunter2@x.example/\n',
    says: [
      'line 3: `mcp.notes.url` is something shaped like a URL with a password; take it out, revoke it, and hand it over as a secret of the repository',
    ],
  },
  {
    text: '- a\n- b\n',
    says: ['line 1: the file is a list; write settings as `key: value`'],
  },
  {
    text: 'just text\n',
    says: ['line 1: the file is "just text"; write settings as `key: value`'],
  },
  {
    text: '5\n',
    says: ['line 1: the file is 5; write settings as `key: value`'],
  },
  {
    text: 'facilitate:\n  comment: all\n  project: "5"\nfix:\n  ci-rounds: 9\n  reviewers: [octocat, "a b", "@x"]\nverify:\n  steps:\n    - { name: a, run: b }\n    - { name: a, run: c }\nlangs: en\n',
    says: [
      'line 2: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?',
      'line 3: `facilitate.project` is "5"; write 5 without quotes',
      'line 5: `fix.ci-rounds` is 9; write a whole number from 0 to 3',
      'line 6: `fix.reviewers[1]` is "a b"; write a login or a team, such as octocat or octo-org/reviewers',
      'line 6: `fix.reviewers[2]` is "@x"; write "x", without the @',
      'line 10: `verify.steps[1].name` is "a", the name of `verify.steps[0]` too; give each step its own name',
      'line 11: `langs` is not a setting; did you mean `lang`?',
    ],
  },
  {
    text: 'verify:\n  reruns: many\n  steps:\n    - { name: a, run: b }\n    - { name: a, run: c }\n',
    says: [
      'line 2: `verify.reruns` is "many"; write a whole number from 0 to 10',
      'line 5: `verify.steps[1].name` is "a", the name of `verify.steps[0]` too; give each step its own name',
    ],
  },
  {
    text: 'review.on-pull-requests: true\n',
    says: ['line 1: `review.on-pull-requests` is not a setting; write `on-pull-requests` below `review:`'],
  },
  {
    text: 'lang: ja\n# langs\nfix: &f\n  drafts: true\nreview: *f\n',
    says: [
      'line 4: `review.drafts` is not a setting; settings here are `on-pull-requests`',
      'line 4: `fix.drafts` is not a setting; did you mean `fix.draft`?',
    ],
  },
  {
    text: 'labels: { prefix: &x "a,b", blocked: *x }\n',
    says: [
      'line 1: `labels.prefix` is "a,b"; write a prefix of 1 to 41 characters, without comma or line break',
      'line 1: `labels.blocked` is "a,b"; write a label of 1 to 50 characters, without comma or line break',
    ],
  },
];

/** What a schema cannot see: settings that do not go together, and secrets. */
export const clashes: readonly BadInput[] = [
  {
    text: 'facilitate:\n  command-template: "run {issue} {agent-of-choice}"\n',
    says: [
      'line 2: `facilitate.command-template` is a command with the unknown placeholder "{agent-of-choice}"; write `{issue}`, `{project}` or `{name}`',
    ],
  },
  {
    text: 'facilitate:\n  command-template: "run {isue}"\n',
    says: [
      'line 2: `facilitate.command-template` is a command with the unknown placeholder "{isue}"; did you mean `{issue}`?',
    ],
  },
  {
    text: 'verify:\n  steps:\n    - { name: a, run: b }\n    - { name: a, run: c }\n',
    says: ['line 4: `verify.steps[1].name` is "a", the name of `verify.steps[0]` too; give each step its own name'],
  },
  {
    text: 'guard:\n  allow: ["Bash(curl *)"]\n  deny:\n    - Bash(curl *)\n',
    says: ['line 2: `guard.allow[0]` is "Bash(curl *)", which stands in `guard.deny` too; keep it in one list'],
  },
  {
    text: 'sandbox:\n  hosts: [169.254.169.254]\n',
    says: ['line 2: `sandbox.hosts[0]` is "169.254.169.254", where cloud machines hand out credentials; leave it out'],
  },
  {
    text: 'labels:\n  prefix: blocked\n',
    says: ['line 2: `labels.prefix` is "blocked", which is a label; write a prefix such as "crew:"'],
  },
  {
    text: 'labels:\n  attention: Blocked\n',
    says: ['line 2: `labels.attention` is "Blocked", which is `labels.blocked` too; give each its own label'],
  },
  {
    text: 'labels:\n  blocked: crew:ready\n',
    says: ['line 2: `labels.blocked` is "crew:ready", one of crew\'s own labels; write another label'],
  },
  {
    text: 'facilitate:\n  label: crew:fix\n',
    says: ['line 2: `facilitate.label` is "crew:fix", one of crew\'s own labels; write another label'],
  },
  {
    text: 'facilitate:\n  label: todo\n  exempt: { labels: [other, TODO] }\n',
    says: [
      'line 3: `facilitate.exempt.labels[1]` is "TODO", which is `facilitate.label` too: no issue would be left; take it out of one of the two',
    ],
  },
  {
    text: 'labels:\n  prefix: "bot/"\nfix:\n  labels: [bot/stale]\n',
    says: ['line 4: `fix.labels[0]` is "bot/stale", one of crew\'s own labels; write another label'],
  },
  {
    text: 'facilitate:\n  blocked-labels: [crew:stale]\n  exempt: { labels: [a, crew:merge-due] }\n',
    says: [
      'line 2: `facilitate.blocked-labels[0]` is "crew:stale", one of crew\'s own labels; write another label',
      'line 3: `facilitate.exempt.labels[1]` is "crew:merge-due", one of crew\'s own labels; write another label',
    ],
  },
  {
    text: 'labels:\n  attention: crew:build\n',
    says: ['line 2: `labels.attention` is "crew:build", one of crew\'s own labels; write another label'],
  },
  {
    text: 'labels:\n  prefix: crew:fix\n',
    says: ['line 2: `labels.prefix` is "crew:fix", which is a label; write a prefix such as "crew:"'],
  },
  {
    text: 'guard:\n  ask: ["Bash(rm *)"]\n  deny: ["Bash(rm *)"]\n',
    says: ['line 2: `guard.ask[0]` is "Bash(rm *)", which stands in `guard.deny` too; keep it in one list'],
  },
  {
    text: 'sandbox:\n  hosts: [a.example, metadata.google.internal]\n',
    says: [
      'line 2: `sandbox.hosts[1]` is "metadata.google.internal", where cloud machines hand out credentials; leave it out',
    ],
  },
  {
    text: `mcp:\n  notes:\n    command: notes --token ${token}\n`,
    says: [
      'line 3: `mcp.notes.command` is something shaped like a GitHub token; take it out, revoke it, and hand it over as a secret of the repository',
    ],
  },
  {
    text: `verify:\n  setup:\n    - |\n      export K=${accessKey}\n`,
    says: [
      'line 3: `verify.setup[0]` is something shaped like an AWS key; take it out, revoke it, and hand it over as a secret of the repository',
    ],
  },
];

/** What is not YAML, or YAML that is not read. */
export const unreadable: readonly BadInput[] = [
  {
    text: 'lang: en\nlang: ja\n',
    says: ['line 2: the file is not clear here: this setting stands twice; keep one of the two'],
  },
  {
    text: 'lang: "a" "b" "c"\nfix: } } }\n',
    says: [
      'line 1: the file is not YAML here; check indentation, colons and quotes; put special characters in quotes',
      'line 2: the file is not YAML here; check indentation, colons and quotes; put special characters in quotes',
    ],
  },
  {
    text: 'labels:\n\tprefix: x\n',
    says: ['line 2: the file is indented with a tab here; indent with spaces'],
  },
  {
    text: 'labels:\n  prefix: "x\n',
    says: [
      'line 2: the file is not YAML here: a quote, bracket, comma or colon is missing; close what is open, and write settings as `key: value`',
    ],
  },
  {
    text: 'a: b: c\n',
    says: ['line 1: the file is not YAML here: two settings share a line; give each its own line, or quote the value'],
  },
  {
    text: 'labels:\n    prefix: x\n  blocked: y\n',
    says: [
      'line 3: the file is not YAML here: a line begins in the wrong column, or a bracket before it is still open; begin all settings of a group in the same column, and close what is open',
    ],
  },
  {
    text: 'lang: en\n---\nlang: ja\n',
    says: ['line 2: the file is more than one document; leave `---` out'],
  },
  {
    text: 'lang: !js en\n',
    says: [
      'line 1: the file is not readable here: an unknown tag or a value that does not fit its tag; leave the `!tag` out',
    ],
  },
  {
    text: 'lang: *nothing\n',
    says: ['line 1: `lang` is an alias of nothing; write the value out'],
  },
  {
    text: 'labels: &a { prefix: *a }\n',
    says: ['line 1: `labels.prefix` is an alias inside an anchored value; write the value out'],
  },
  {
    text: 'labels: &a { prefix: x, blocked: *b }\nfix: { labels: [&b y] }\n',
    says: ['line 1: `labels.blocked` is an alias of nothing; write the value out'],
  },
  {
    text: `verify: { setup: [&a ls] }\nfix:\n  labels: [${'*a, '.repeat(101)}x]\n`,
    says: ['line 3: `fix.labels[100]` is alias number 101; write the value out'],
  },
  {
    text: 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n',
    says: [
      'line 2: `b[0]` is an alias inside an anchored value; write the value out',
      'line 2: `b[1]` is an alias inside an anchored value; write the value out',
    ],
  },
  {
    text: '%YAML 1.1\n---\nlang: en\n',
    says: ['line 1: the file is written for YAML 1.1; leave the `%YAML` line out'],
  },
  {
    text: '? [a]\n: b\n',
    says: ['line 1: the file is not readable here: a key is no text; write settings as `key: value`'],
  },
  {
    text: 'lang: [en\n',
    says: [
      'line 1: the file is not YAML here: a line begins in the wrong column, or a bracket before it is still open; begin all settings of a group in the same column, and close what is open',
    ],
  },
  {
    text: 'lang: @x\n',
    says: ['line 1: the file is not YAML here: a value begins with a special character; put the value in quotes'],
  },
  {
    text: 'lang: "\\q"\n',
    says: [
      'line 1: the file is not YAML here: an unknown escape in double quotes; write `\\\\` for a backslash, or use single quotes',
    ],
  },
  {
    text: `a: ${'['.repeat(60)}\n`,
    says: ['line 1: the file is nested too deeply; write `section:` and its settings below it'],
  },
  {
    text: `${'- '.repeat(40)}\n`,
    says: ['line 1: the file is nested too deeply; write `section:` and its settings below it'],
  },
];
