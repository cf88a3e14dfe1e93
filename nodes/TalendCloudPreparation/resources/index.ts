import { preparation } from './preparation';

export const resources = [preparation];
