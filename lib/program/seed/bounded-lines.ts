import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { unreadableFile } from '../service/start-error';

const LINE_FEED = 10;

/** A line of a file. If the line is too long or not UTF-8, `text` is its readable beginning. */
export interface BoundedLine {
  /** The line number, from 1. */
  readonly number: number;
  readonly text: string;
  readonly fault?: string;
}

/**
 * Splits a stream into lines of UTF-8 text at line feeds. Drops a byte order mark (BOM). Reads at most `most` bytes of a line into memory.
 */
export async function* boundedLines(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<BoundedLine> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 0;
  const add = (piece: Buffer): void => {
    if (piece.length > 0 && length < most) pieces.push(piece.subarray(0, most - length));
    length += piece.length;
  };
  const end = (): BoundedLine => {
    const bytes = Buffer.concat(pieces);
    const fault = length > most ? `It is longer than ${most} bytes.` : isUtf8(bytes) ? undefined : 'It is not UTF-8.';
    pieces = [];
    length = 0;
    number += 1;
    return { number, text: new TextDecoder().decode(bytes), ...(fault !== undefined && { fault }) };
  };

  for await (const chunk of source) {
    let begin = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, begin)) {
      add(chunk.subarray(begin, feed));
      yield end();
      begin = feed + 1;
    }
    add(chunk.subarray(begin));
  }
  if (length > 0) yield end();
}

/** Reads the lines of a file, as `boundedLines` does; `-` is standard input. Throws a `StartError` if the file cannot be read. */
export async function* linesOfFile(file: string, most: number): AsyncGenerator<BoundedLine> {
  const source: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* boundedLines(source, most);
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? unreadableFile(file, error) : error;
  }
}
