type Ending = () => unknown;

const endings: Ending[] = [];

/** What is to be done after the specs of each file, again and again: modules that files share cannot have hooks of their own. */
export const atEnd = (ending: Ending): void => void endings.push(ending);

/** Does it. */
export const runEndings = async (): Promise<void> => {
  for (const ending of endings) await ending();
};
