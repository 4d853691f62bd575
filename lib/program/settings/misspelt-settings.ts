import { nearestNames } from '../../registry';

/** Variables of other programs whose names resemble a setting. `LANGUAGE` belongs to gettext. */
const OF_OTHERS: readonly string[] = ['LANGUAGE'];

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting that a variable probably means. Undefined if the variable is a setting, or resembles none, or if that setting is set. */
const nearestSetting = (name: string, settings: readonly string[], environment: Environment): string | undefined => {
  if (settings.includes(name) || OF_OTHERS.includes(name)) return undefined;
  const meant = nearestNames(name, settings);
  return meant === undefined || environment[meant] ? undefined : meant;
};

/** A sentence for each environment variable whose name resembles a setting, for the log at start. */
export const misspeltSettings = (environment: Environment, settings: readonly string[]): string[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = nearestSetting(name, settings, environment);
    return meant === undefined ? [] : [`The environment has ${name}, which is no setting and is not read: did you mean ${meant}?`];
  });
