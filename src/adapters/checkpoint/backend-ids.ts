/** The ids of this run and job in the results service. */
export interface BackendIds {
  readonly run: string;
  readonly job: string;
}

/**
 * Reads them from the scope `Actions.Results:<run>:<job>` of the runner's token, without verifying it; the service does. Undefined if the
 * token has no such scope.
 */
export function backendIdsIn(token: string): BackendIds | undefined {
  for (const scope of scopesOf(token)) {
    const [kind, run, job, ...more] = scope.split(':');
    if (kind === 'Actions.Results' && run && job && more.length === 0) return { run, job };
  }
  return undefined;
}

function scopesOf(token: string): readonly string[] {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const isScoped = typeof claims === 'object' && claims !== null && 'scp' in claims;
    return isScoped && typeof claims.scp === 'string' ? claims.scp.split(' ') : [];
  } catch {
    return [];
  }
}
