/** Takes a word off the start of a stream; whether it came tells whether the one who says it was there. */
export function afterWord(word: string, onOutput: (chunk: Uint8Array) => void) {
  let left = Buffer.byteLength(word);
  return {
    onOutput: (chunk: Uint8Array) => {
      const taken = Math.min(left, chunk.length);
      left -= taken;
      if (chunk.length > taken) onOutput(taken === 0 ? chunk : chunk.subarray(taken));
    },
    came: () => left === 0,
  };
}
