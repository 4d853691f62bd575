import type { Method } from '../args/arg';

/** True if an endpoint updates. Its POST, PUT and PATCH are one operation. */
export const isUpdate = ({ methods }: { readonly methods: readonly Method[] }): boolean => methods.includes('PATCH');
