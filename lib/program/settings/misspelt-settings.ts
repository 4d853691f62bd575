import { nearestNames } from '../../registry';

/** Variables of other programs whose names are close to a setting: `LANGUAGE` is gettext's. */
const OF_OTHERS: readonly string[] = ['LANGUAGE'];

type Environment = Readonly<Record<string, string | undefined>>;

/** Names the setting that a variable of the environment probably means; undefined for one that is a setting, or close to none, or to one that is set. */
const meantBy = (name: string, settings: readonly string[], environment: Environment): string | undefined => {
  if (settings.includes(name) || OF_OTHERS.includes(name)) return undefined;
  const meant = nearestNames(name, settings);
  return meant === undefined || environment[meant] ? undefined : meant;
};

/** Writes a sentence for each variable of an environment whose name is close to that of a setting, for the log at start. */
export const misspeltSettings = (environment: Environment, settings: readonly string[]): string[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = meantBy(name, settings, environment);
    return meant === undefined ? [] : [`The environment has ${name}, which is no setting and is not read: did you mean ${meant}?`];
  });
