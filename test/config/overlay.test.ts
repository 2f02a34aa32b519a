import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/index.js';
import { overlaid, withLocalBuild } from '../../src/config/overlay.js';

describe('CREW_HOME/config.yaml on top of the project’s configuration', () => {
  it('merges maps, replaces lists, and clears with null', () => {
    const project = { max_parallel: 5, max_retries: 1, secretary: { enabled: true, delegate_phases: ['a', 'b'] } };
    const local = { max_parallel: 2, max_retries: null, secretary: { delegate_phases: ['c'] } };
    expect(overlaid(project, local)).toEqual({ max_parallel: 2, secretary: { enabled: true, delegate_phases: ['c'] } });
  });

  it('changes the section build, and nothing else', () => {
    const text = withLocalBuild(
      'lang: ja\nbuild:\n  max_parallel: 9\n  max_retries: 1\n',
      'max_parallel: 2\nmax_retries: null\n',
    );
    expect(readConfig(text)).toMatchObject({ config: { lang: 'ja', build: { max_parallel: 2, max_retries: 2 } } });
    expect(readConfig(withLocalBuild(null, 'max_parallel: 2\n'))).toMatchObject({
      config: { build: { max_parallel: 2 } },
    });
  });

  it('that is empty or no YAML changes nothing', () => {
    expect(withLocalBuild('lang: ja\n', '')).toBe('lang: ja\n');
    expect(withLocalBuild('lang: ja\n', ': : {[')).toBe('lang: ja\n');
  });

  it('with a wrong setting is a problem of the configuration', () => {
    expect(readConfig(withLocalBuild(null, 'max_paralel: 2\n'))).toHaveProperty('problems');
  });
});
