import { waitAtMost } from '../../deadline';
import type { Log } from '../../http';
import { DeclarationError } from '../../registry';

/** The longest time for a plugin to register, and the time before the log first mentions the wait, in ms. */
export interface RegistrationTimeout {
  readonly mostMilliseconds: number;
  readonly quietMilliseconds: number;
}

export const REGISTRATION_TIMEOUT: RegistrationTimeout = { mostMilliseconds: 30_000, quietMilliseconds: 3000 };

/** Waits for a plugin. The log mentions the wait, each time after twice as long. Throws a `DeclarationError` if the plugin does not end. */
export async function waitForRegistration(
  plugin: string,
  work: void | Promise<void>,
  log: Log,
  { mostMilliseconds, quietMilliseconds }: RegistrationTimeout,
): Promise<void> {
  let saying: NodeJS.Timeout | undefined;
  const sayAfter = (milliseconds: number, waited: number): void => {
    saying = setTimeout(() => {
      const seconds = (waited + milliseconds) / 1000;
      log.warn({ plugin, seconds }, `The plugin ${plugin} is waited for: its function has not ended after ${seconds} s.`);
      sayAfter(waited + milliseconds, waited + milliseconds);
    }, milliseconds);
  };
  const late = (): never => {
    throw new DeclarationError(`it has not ended after ${mostMilliseconds / 1000} s: let its promise settle.`);
  };
  sayAfter(quietMilliseconds, 0);
  try {
    await waitAtMost(mostMilliseconds, work, { late, keepsAlive: true });
  } finally {
    clearTimeout(saying);
  }
}
