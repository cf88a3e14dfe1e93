import { apiDefinition } from './apiDefinition';
import { apiTest } from './apiTest';

export const resources = [apiDefinition, apiTest];
