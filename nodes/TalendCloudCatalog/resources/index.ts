import { customAttribute } from './customAttribute';

export const resources = [customAttribute];
