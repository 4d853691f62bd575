import { expect } from 'chai';
import type { Log } from '../../lib/http/options';
import type { NamedPlugin, Plugin } from '../../lib/program/plugins/plugin';
import { createService } from '../../lib/program/service/service';
import { StartError } from '../../lib/program/service/start-error';

export const bilingual = (en: string, fr: string) => ({ en, fr });

/** The description of fields whose texts no spec reads. */
export const description = bilingual('A field', 'Un champ');

/** The names of a content type. */
export const kindOf = <const K extends string>(kind: K, french: string = kind) =>
  ({ kind, plural: `${kind}s`, name: bilingual(kind, french), names: bilingual(`${kind}s`, `${french}s`) }) as const;

/** A post-like content type, without its fields. */
export const FILM = kindOf('film');

/** A term-like content type, without its fields. */
export const MOOD = kindOf('mood', 'ambiance');

/** Starts a service with plugins that it refuses. Returns the message of its StartError. */
export async function refusalOf(...plugins: readonly (Plugin | NamedPlugin)[]): Promise<string> {
  // A refused service opens no database.
  const settings = { MONGODB_URI: 'mongodb://127.0.0.1:1' };
  const refusal: unknown = await createService({ settings, plugins }).catch((error: unknown) => error);
  expect(refusal).to.be.instanceOf(StartError);
  return (refusal as StartError).message;
}

export interface Line {
  readonly message: string;
  readonly err?: Error;
  readonly [name: string]: unknown;
}

/** Creates a log that records warnings and errors. */
export const recordLog = (): { readonly lines: Line[]; readonly log: Log } => {
  const lines: Line[] = [];
  const silent = () => undefined;
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, log: { debug: silent, info: silent, warn: note, error: note } };
};
