// The sandbox's own script, on the sample project: the build and the text that `crew sandbox` prints, and what it does not know.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { messagesModel } from '../../../src/adapters/model/index.js';
import type { Model } from '../../../src/ports/index.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { work as writeWork } from '../../../src/workflows/write/work.js';
import { deskOf, ORDER, select } from '../write/context.js';
import { live } from './at-work.js';
import { project } from './place.js';

const SAMPLE = path.resolve('src/sample');
const FILES = Object.fromEntries(
  readdirSync(path.join(SAMPLE, 'project'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [path.relative(path.join(SAMPLE, 'project'), file), readFileSync(file, 'utf8')]),
);

let script: ScriptedModel;
let model: Model;
beforeAll(async () => {
  const text = readFileSync(path.join(SAMPLE, 'model.yml'), 'utf8');
  script = await startModel({ script: parseScript(text, 'model.yml') });
  model = messagesModel({ provider: { is: 'anthropic', key: 'none', url: script.url } });
});
afterAll(() => script.close());

describe('the script of the sandbox', () => {
  it('builds what `crew sandbox` prints: five tasks in three waves, all landed', async () => {
    const request = 'validate what the functions are given, with tests and documentation\n';
    const place = await project(FILES);
    const { document, result } = await live(place, { model, order: { request, cmd: 'cmd_003' } });
    expect(document.tasks.map(({ wave, status, error }) => [wave, status, error])).toEqual(
      [1, 2, 2, 2, 3].map((wave) => [wave, 'success', undefined]),
    );
    expect(result.outcome.name).toBe('done');
    expect(result.commits).toHaveLength(5);
    expect(place.read('README.md')).toContain('throw a `TypeError`');
  });

  it('says of every other build that it does not know it', async () => {
    const place = await project(FILES);
    const { result } = await live(place, { model, order: { request: 'Move everything to Rust.\n' } });
    expect(result.outcome.name).toBe('refused');
    expect(result.outcome.says).toContain("\n\n> I answer from the sandbox's script");
  });

  it('writes the guide that `crew sandbox` prints, in two rounds', async () => {
    const { root } = await project(FILES);
    const { ctx, folder } = await deskOf({
      root,
      model,
      signals: [select('A')],
      lang: 'en',
      write: { profile: 'docs' },
    });
    const { outcome } = await writeWork(ctx, { ...ORDER, what: 'a guide for the first five minutes' });
    expect(outcome.name).toBe('done');
    const summary = path.join(folder, 'workspace/current/chapters/ch01/reviews/round-02/editor-summary.json');
    expect(JSON.parse(readFileSync(summary, 'utf8')).round_history.map(({ gate }: { gate: string }) => gate)).toEqual([
      'fail',
      'pass',
    ]);
    expect(readdirSync(path.join(root, 'docs'))).toHaveLength(1);
  });
});
