import { describe, expect, it } from '@jest/globals';
import { settingsOf, withBudget } from '../../src/services/settings.js';

const file = '.github/crew.yml';
const owners = 'lang: ja\nfix:\n  max-open: 3\n  labels: [automated]\nverify:\n  reruns: 0\n';

describe('defaults of the owner', () => {
  it('hold where the repository says nothing; maps merge, lists replace, null clears', () => {
    const text = 'fix:\n  labels: [ours]\nverify: null\n';
    const { config, problems } = settingsOf(text, { file, ownersText: owners });
    expect(problems).toEqual([]);
    expect(config.lang).toBe('ja');
    expect(config.fix).toMatchObject({ 'max-open': 3, labels: ['ours'] });
    expect(config.verify.reruns).toBe(2);
  });

  it('hold alone where the repository has no file', () => {
    expect(settingsOf(null, { file, ownersText: owners }).config.fix['max-open']).toBe(3);
  });

  it('that are broken are named as the owner’s, and the repository’s own mistakes with their line', () => {
    const broken = 'fix:\n  max-open: many\n';
    expect(settingsOf('lang: en\n', { file, ownersText: broken }).problems.join()).toContain(
      "defaults of the owner's repository .github",
    );
    const own = settingsOf(`lang: en\n${broken}`, { file, ownersText: owners }).problems.join();
    expect(own).toMatch(/^line 3: /);
    expect(own).not.toContain('owner');
  });

  it('that are no map change nothing', () => {
    expect(settingsOf('lang: ja\n', { file, ownersText: '- a\n- b\n' })).toMatchObject({ problems: [], lang: 'ja' });
  });
});

describe('the input budget-usd', () => {
  const settings = settingsOf('budget:\n  run-usd: 5\n', { file });

  it('goes before the file', () => {
    expect(withBudget(settings, '2.50').config.budget['run-usd']).toBe(2.5);
    expect(withBudget(settings, undefined).config.budget['run-usd']).toBe(5);
  });

  it.each(['0', '-1', 'five', '1e9', '$5'])('is refused as %s', (said) => {
    expect(() => withBudget(settings, said)).toThrow(/budget-usd/);
  });
});
