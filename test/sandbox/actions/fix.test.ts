// `/crew fix` in a comment, from the template as a user takes it over to the pull request: real jobs, real git, real tests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sandbox/model/index.js';
import { answer, call, edit, turn, wrongSum } from '../../workflows/fix/at-work.js';
import { at, ROOT, type Stage, withActions } from './with-actions.js';

const LONG = 600_000;

const KNOWS = JSON.stringify({
  parts: [{ name: 'editor', when: { system: 'You are the Editor' }, turns: [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())] }],
});

let stage: Stage;
let model: ScriptedModel;

beforeAll(async () => {
  model = await startModel({ script: parseScript(KNOWS) });
  const template = await readFile(join(ROOT, 'templates/workflows/crew.yml'), 'utf8');
  stage = await withActions({
    workflows: { 'crew.yml': template.replace('OWNER/', 'crew-sandbox/') },
    actions: { 'crew-sandbox/crew': ROOT },
    repository: {
      actionsMayOpenPulls: true,
      secrets: { ANTHROPIC_API_KEY: 'sk-ant-canary' },
      variables: { ANTHROPIC_BASE_URL: model.url },
      files: wrongSum,
      issues: [{ title: 'add subtracts', body: 'add(1, 2) in add.js gives -1, it should give 3.', author: 'sam' }],
    },
  });
}, LONG);
afterAll(async () => {
  await stage.close();
  await model.close();
});

const say = (user: string, body: string, issue = 1) => stage.as(user).issues.createComment({ ...at, issue_number: issue, body });

const comments = (issue = 1) =>
  (stage.github.repository('ann/shop').issues.find(({ number }) => number === issue)?.comments ?? []).filter(
    ({ author }) => author.kind === 'Bot',
  );

describe('/crew fix in a comment', () => {
  it(
    'ends in one branch, one pull request, one check, and a word to whoever asked',
    async () => {
      await say('maya', '/crew fix');
      const runs = await stage.runs();
      for (const run of runs) console.log(run.conclusion, run.jobs.map(({ name, conclusion }) => `${name}: ${conclusion}`).join('\n'), stage.log(run));
      console.log(comments().map(({ body }) => body).join('\n=====\n'));
      const { data: pulls } = await stage.as('maya').pulls.list({ ...at, state: 'all' });
      console.log(pulls.map(({ title, body, draft, head }) => [title, body, draft, head.ref].join('\n')));
      expect(pulls).toHaveLength(1);
    },
    LONG,
  );
});
