type CleanUp = () => unknown;

const endings: CleanUp[] = [];

/** Registers a clean-up function, which runs after each spec file. Modules that files share cannot have hooks. */
export const atEnd = (ending: CleanUp): void => void endings.push(ending);

export const runEndings = async (): Promise<void> => {
  for (const ending of endings) await ending();
};
