import type { CompiledTypes, Services } from '../../content';

/** Services whose content types are compiled later. The types are compiled with these services. */
export interface ServicesBeforeTypes {
  readonly services: Services;
  /** Adds the compiled types to the services. */
  complete(types: CompiledTypes): void;
}

/** Makes services that throw an Error if their content types are read before `complete`. */
export function servicesBeforeTypes(own: Omit<Services, keyof CompiledTypes>): ServicesBeforeTypes {
  let compiled: CompiledTypes | undefined;
  const compiledTypes = (): CompiledTypes => {
    if (compiled === undefined) throw new Error('Kinds are made once all plugins have spoken: ask for them later.');
    return compiled;
  };
  const services: Services = {
    ...own,
    get kinds() {
      return compiledTypes().kinds;
    },
    get postLikes() {
      return compiledTypes().postLikes;
    },
    get termLikes() {
      return compiledTypes().termLikes;
    },
  };
  return {
    services,
    complete(types) {
      compiled = types;
    },
  };
}
