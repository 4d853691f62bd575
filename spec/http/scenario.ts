import { expect } from 'chai';
import type { HttpOptions } from '../../lib/http/options';
import { type Library, type Reader, type Sending, send, startLibrary } from './library';

/** A request and the expected answer. */
export interface Scenario extends Sending {
  readonly title: string;
  readonly status: number;
  readonly code?: string;
  /** Values at paths of the JSON body, e.g. `{ 'books[0].id': 1 }`; undefined: absent. */
  readonly has?: Readonly<Record<string, unknown>>;
  /** The whole body, as JSON or as text. */
  readonly is?: unknown;
  readonly text?: string;
  /** Headers in lower case; undefined: absent. */
  readonly answers?: Readonly<Record<string, string | undefined>>;
}

/** Declares a spec for each scenario. All run on one library, in order. */
export const play = (scenarios: readonly Scenario[], options: Partial<HttpOptions<Reader>> = {}): void => {
  let library: Library;
  before(async () => {
    library = await startLibrary(options);
  });
  after(() => library.close(1000));
  for (const scenario of scenarios) {
    it(scenario.title, async () => {
      const { status, headers, json, text } = await send(library, scenario);
      expect(status, text).to.equal(scenario.status);
      if (scenario.code !== undefined) expect(json).to.have.property('code', scenario.code);
      if (scenario.is !== undefined) expect(json).to.deep.equal(scenario.is);
      if (scenario.text !== undefined) expect(text).to.equal(scenario.text);
      for (const [place, value] of Object.entries(scenario.has ?? {})) {
        if (value === undefined) expect(json).to.not.have.nested.property(place);
        else expect(json).to.have.deep.nested.property(place, value);
      }
      for (const [name, value] of Object.entries(scenario.answers ?? {})) expect(headers[name], name).to.equal(value);
    });
  }
};
