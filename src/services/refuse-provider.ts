import type { Config } from '../config/index.js';
import { UserError } from '../errors.js';

/** A provider that the configuration knows and this version cannot ask yet: said by name, so that no other one is paid instead. */
export function refuseProvider({ provider }: Config['models']): void {
  if (provider === 'anthropic') return;
  throw new UserError({
    expected: '`models.provider: anthropic`, the one that this version can ask',
    found: `\`${provider}\``,
    remedy: 'Set it to anthropic; another address with the same interface goes into ANTHROPIC_BASE_URL.',
    ends: 'refused',
  });
}
