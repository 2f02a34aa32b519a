import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The version that a program prints; null when it is not installed. */
export async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 5000 });
    return stdout.trim().split('\n')[0] ?? '';
  } catch {
    return null;
  }
}
