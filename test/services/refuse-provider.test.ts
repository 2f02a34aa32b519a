import { describe, expect, it } from '@jest/globals';
import { refuseProvider } from '../../src/services/refuse-provider.js';

describe('who serves the models', () => {
  it('is asked where this version can ask', () => {
    expect(() => refuseProvider({ provider: 'anthropic' })).not.toThrow();
  });

  it.each(['bedrock', 'vertex'] as const)('is refused by name where it cannot: %s', (provider) => {
    expect(() => refuseProvider({ provider })).toThrow(new RegExp(provider));
  });
});
