import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { knownSettings } from '../../src/config/explain.js';
import { formatProblems, readConfig } from '../../src/config/index.js';
import { schemaText, toJsonSchema, withReference } from '../../src/config/reference.js';
import { sweep } from '../build/sweep.js';
import { clashes, misfits } from './bad-inputs.js';

const label = fc.stringMatching(/^[a-z][a-z0-9 -]{0,20}[a-z0-9]$/);
const login = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/);
const branch = fc.constantFrom('main', 'release/2.x', 'next');
const usd = fc.double({ min: 0, max: 1000, noNaN: true });
const list = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { maxLength: 3 });
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(settings: T) =>
  fc.record(settings, { requiredKeys: [] });
const price = fc.record({ in: usd, out: usd, cacheRead: usd, cacheWrite: usd }, { requiredKeys: ['in', 'out'] });
const model = some({ id: fc.constantFrom('claude-opus-4-6', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'), price });

/** Valid values for every setting there is; the first test below fails when one is missing. */
const settings = {
  lang: fc.constantFrom('en', 'ja'),
  labels: some({
    prefix: fc.constantFrom('crew:', 'bot/', 'ci ~ '),
    blocked: fc.constantFrom('blocked', 'waits'),
    attention: fc.constantFrom('needs-attention', '要確認'),
  }),
  bots: list(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  'ignore-authors': list(fc.oneof(login, fc.constant('dependabot[bot]'))),
  facilitate: some({
    project: fc.integer({ min: 1, max: 10_000 }),
    'project-owner': login,
    label: fc.constantFrom('planned', 'roadmap: next'),
    comments: fc.constantFrom('needed', 'all', 'none'),
    'blocked-labels': list(label),
    exempt: fc.record(
      {
        labels: list(fc.constantFrom('discussion', 'question')),
        assignees: list(fc.constantFrom('ann', 'noah')),
        milestones: list(fc.constantFrom('later')),
        types: list(fc.constantFrom('Epic')),
      },
      { requiredKeys: [] },
    ),
    'notify-unblocked': fc.boolean(),
    'stale-days': fc.integer({ min: 1, max: 90 }),
    'recent-days': fc.integer({ min: 1, max: 90 }),
    'done-branches': list(branch),
    'command-template': fc.constantFrom('run {name} --issue {issue} --project {project}', 'look'),
    'digest-issue': fc.boolean(),
    iterateMax: fc.integer({ min: 1, max: 1000 }),
    checkInterval: fc.constantFrom(0.5, 1, 30, 1440),
    agentDiscoveryPath: fc.constantFrom('.agent/', 'tools/agents', '.'),
  }),
  fix: some({
    draft: fc.boolean(),
    base: branch,
    'max-lines': fc.integer({ min: 1, max: 5000 }),
    'max-open': fc.integer({ min: 1, max: 1000 }),
    'ci-rounds': fc.integer({ min: 0, max: 3 }),
    reviewers: list(fc.oneof(login, fc.constant('octo-org/reviewers'))),
    labels: list(label),
    'sign-off': fc.boolean(),
    'writers-branches': fc.constantFrom('suggest', 'commit'),
    'workflow-files': fc.boolean(),
  }),
  build: some({
    default_model: fc.constantFrom('haiku', 'sonnet', 'opus'),
    max_parallel: fc.integer({ min: 1, max: 20 }),
    max_retries: fc.integer({ min: 0, max: 10 }),
    worker_max_turns: fc.integer({ min: 5, max: 100 }),
    max_cmd_duration_sec: fc.integer({ min: 1, max: 100_000 }),
    plan_validation: fc.boolean(),
    phase_instructions: some({
      decompose: fc.constantFrom('', 'Plan small.'),
      execute: fc.constant('Never touch vendor/.'),
      aggregate: fc.constant('Be brief.'),
      retrospect: fc.constant(''),
    }),
    secretary: some({
      enabled: fc.boolean(),
      model: fc.constantFrom('haiku', 'sonnet'),
      max_turns: fc.integer({ min: 1, max: 100 }),
      min_tasks_for_delegation: fc.integer({ min: 1, max: 100 }),
      delegate_phases: list(fc.constantFrom('phase2_wave_construct', 'phase3_report')),
      fallback_on_failure: fc.boolean(),
    }),
    retrospect: some({
      enabled: fc.boolean(),
      model: fc.constantFrom('haiku', 'sonnet'),
      filter_threshold: fc.constantFrom(1, 3.5, 5),
      improvements: fc.integer({ min: 0, max: 20 }),
      skills_full: fc.integer({ min: 0, max: 20 }),
      skills_light: fc.integer({ min: 0, max: 20 }),
      memory: some({
        max_candidates_per_cmd: fc.integer({ min: 0, max: 50 }),
        skill_min_score: fc.integer({ min: 3, max: 15 }),
      }),
    }),
    lp_system: some({
      enabled: fc.boolean(),
      collect_signals: fc.boolean(),
      lp_cap: fc.integer({ min: 1, max: 1000 }),
      reset_all: fc.boolean(),
    }),
    'sub-issues': fc.boolean(),
  }),
  write: some({
    profile: fc.constantFrom('fiction', 'docs'),
    polish: fc.boolean(),
    reviewers: fc.dictionary(fc.constantFrom('Voice', 'Stylist', 'legal'), fc.constantFrom('house-style', false)),
    'min-overall': fc.constantFrom(0, 7, 7.5, 10),
    'min-each': fc.constantFrom(0, 6.5, 10),
    'max-rounds': fc.integer({ min: 1, max: 20 }),
    'min-improvement': fc.constantFrom(0, 0.3, 1),
    layout: fc.constantFrom('docs/{title}.md', '{chapter}.md'),
  }),
  review: some({ 'on-pull-requests': fc.boolean() }),
  verify: some({
    root: fc.constantFrom('backend', './packages/api/'),
    setup: list(fc.constantFrom('npm ci', 'make\nmake install')),
    steps: fc.uniqueArray(
      fc.record(
        { name: label, run: fc.constantFrom('npm test', 'a | b'), timeout: fc.integer({ min: 1, max: 86_400 }) },
        { requiredKeys: ['name', 'run'] },
      ),
      { maxLength: 3, selector: ({ name }) => name },
    ),
    reruns: fc.integer({ min: 0, max: 10 }),
  }),
  guard: some({
    allow: list(fc.constantFrom('argv:npm test', 'Bash(ls*)')),
    ask: list(fc.constantFrom('Bash(git rebase *)')),
    deny: list(fc.constantFrom('Bash(curl *)', 'Read(.env)')),
  }),
  sandbox: some({ hosts: list(fc.constantFrom('docs.example.org', 'localhost', '10.0.0.7')), required: fc.boolean() }),
  models: some({
    provider: fc.constantFrom('anthropic', 'vertex'),
    haiku: model,
    sonnet: model,
    opus: model,
    roles: fc.dictionary(
      fc.constantFrom('editor', 'reviewer', 'worker-coder'),
      some({ tier: fc.constantFrom('haiku', 'opus'), effort: fc.constantFrom('low', 'xhigh') }),
      { maxKeys: 2 },
    ),
  }),
  budget: some({ 'run-usd': usd, 'user-usd-per-day': usd, 'repository-usd-per-day': usd }),
  mcp: fc.dictionary(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
    fc.constantFrom({ command: 'npx notes' }, { url: 'https://tracker.example.org/mcp' }),
    { maxKeys: 3 },
  ),
  // A server under `mcp` has to have the name.
  memory: some({}),
  task: some({ 'default-session': fc.constantFrom('implement', 'design', 'our-own') }),
};

describe('every setting', () => {
  it('has its values below, so that nothing new goes untried', () => {
    const [everything] = fc.sample(fc.record(settings), 1);
    expect(Object.keys(settings).sort()).toEqual([...knownSettings([])].sort());
    expect(everything).toBeDefined();
  });

  it.each([
    'labels',
    'facilitate',
    'fix',
    'build',
    'review',
    'verify',
    'guard',
    'sandbox',
    'models',
    'budget',
  ] as const)('of %s is tried below', (section) => {
    const samples: Record<string, unknown>[] = fc.sample(settings[section], 400);
    const tried = new Set(samples.flatMap((sample) => Object.keys(sample)));
    expect([...tried].sort()).toEqual([...knownSettings([section])].sort());
  });

  it('may stand alone or beside any others, and comes back as it was written', () => {
    fc.assert(
      fc.property(some(settings), (written) => {
        expect(readConfig(stringify(written))).toMatchObject({ config: written });
      }),
      { numRuns: sweep(400) },
    );
  });
});

const rewrite = 'run `node scripts/write-schema.mjs`';
const committed = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const examples = [...committed('docs/configuration.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text ?? '');
const fits = new Ajv2020({ strict: true }).compile(toJsonSchema());

describe('the published schema', () => {
  it(`is the one of the source (else ${rewrite})`, () => {
    expect(committed('schema/crew.schema.json') === schemaText()).toBe(true);
  });

  it('is a schema by its own draft, and describes every setting', () => {
    expect(toJsonSchema().$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020().validateSchema(toJsonSchema())).toBe(true);
    const properties = Object.values(toJsonSchema().properties ?? {});
    expect(properties.filter((property) => typeof property !== 'object' || !describes(property))).toEqual([]);
  });

  it('knows no setting that it does not name', () => {
    expect(schemaText()).not.toContain('"additionalProperties": true');
    expect(fits({ zebra: 1 })).toBe(false);
    expect(fits({ fix: { zebra: 1 } })).toBe(false);
  });

  it.each(misfits)('refuses what crew refuses: $text', ({ text }) => expect(fits(parse(text))).toBe(false));

  it.each(clashes)('leaves to crew what no schema can see: $text', ({ text }) => expect(fits(parse(text))).toBe(true));

  it.each([
    '{}',
    'facilitate:\n',
    'mcp:\n',
    'fix: { ci-rounds: 0 }',
    'verify: { steps: [{ name: a, run: b }] }',
    ...examples,
  ])('takes what crew takes: %s', (text) => {
    expect(readConfig(text)).toHaveProperty('config');
    expect(fits(parse(text) ?? {})).toBe(true);
  });
});

function describes({ description, anyOf }: { description?: string; anyOf?: readonly unknown[] }): boolean {
  return description !== undefined || JSON.stringify(anyOf?.[0]).includes('"description"');
}

describe('the page about the configuration', () => {
  it(`has the tables of the schema (else ${rewrite})`, () => {
    const page = committed('docs/configuration.md');
    expect(withReference(page)).toBe(page);
  });

  it('shows an example with every section, that crew reads', () => {
    const whole = examples.find((text) => text.startsWith('lang:')) ?? '';
    const reading = readConfig(whole);
    expect('problems' in reading && formatProblems(reading.problems, 'docs/configuration.md')).toBe(false);
    expect(Object.keys(parse(whole)).sort()).toEqual(Object.keys(toJsonSchema().properties ?? {}).sort());
  });

  it('has one row for each setting, down to the price of a model', () => {
    const page = committed('docs/configuration.md');
    for (const name of [
      'lang',
      'facilitate.checkInterval',
      'verify.steps[].timeout',
      'models.opus.price.in',
      'mcp.NAME.url',
    ]) {
      expect(page.split(`| \`${name}\` |`)).toHaveLength(2);
    }
  });

  it('says so when it has lost the place for its tables', () => {
    expect(() => withReference('# Configuration\n')).toThrow('no place for the settings');
  });
});
