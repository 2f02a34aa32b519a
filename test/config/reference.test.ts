import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { formatProblems, readConfig } from '../../src/config/index.js';
import { schemaText, toJsonSchema, withReference } from '../../src/config/reference.js';
import { clashes, misfits } from './bad-inputs.js';

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
