/** Values of `key = value` files (npm, pip) whose key matches, without comments and quotes. */
export function settingsIn(text: string | null, key: RegExp): readonly string[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^#;=]+?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key.test(name) && value ? [value.replace(/^(["'])(.*)\1$/, '$2')] : [];
  });
}
