import { describe, expect, it } from '@jest/globals';
import { enforce, type Verdict } from '../../src/guard/index.js';
import { PHASES, type Phase } from '../../src/ports/sandbox.js';

const decision = (verdict: Verdict, phase: Phase = '7B') => ({ verdict, phase, why: 'So.' });
const alone = { sealed: false, person: false, refused: 0 };
const sealed = { ...alone, sealed: true };

describe('what becomes of a call', () => {
  it('what is allowed runs, wherever it is', () => {
    for (const at of [alone, sealed, { ...alone, person: true }])
      expect(enforce(decision('allow'), at)).toMatchObject({ does: 'run', logged: false });
  });

  it('what is denied runs nowhere', () => {
    for (const at of [alone, sealed, { ...alone, person: true }])
      expect(enforce(decision('deny'), at)).toMatchObject({ does: 'refuse' });
  });

  it.each(PHASES)('nobody there, sealed: what phase %s asks runs and is logged if it is one of 2 to 7', (phase) => {
    const within = !['S0', '1', '1.5', 'rules'].includes(phase);
    expect(enforce(decision('ask', phase), sealed)).toMatchObject(
      within ? { does: 'run', logged: true } : { does: 'refuse', logged: false },
    );
  });

  it('where somebody is there, they are asked, sealed or not', () => {
    for (const at of [alone, sealed]) expect(enforce(decision('ask'), { ...at, person: true }).does).toBe('pause');
  });

  it('the third refusal in a row pauses the run, and a call that runs begins the row anew', () => {
    const row = (verdicts: readonly Verdict[]) => {
      let refused = 0;
      return verdicts.map((verdict) => {
        const settled = enforce(decision(verdict), { ...alone, refused });
        refused = settled.refused;
        return settled.does;
      });
    };
    expect(row(['ask', 'ask', 'ask', 'ask'])).toEqual(['refuse', 'refuse', 'pause', 'refuse']);
    expect(row(['ask', 'deny', 'ask'])).toEqual(['refuse', 'refuse', 'pause']);
    expect(row(['ask', 'ask', 'allow', 'ask', 'ask'])).toEqual(['refuse', 'refuse', 'run', 'refuse', 'refuse']);
  });
});
