import { dataPlane } from './dataPlane';

export const resources = [dataPlane];
