import { connection } from './connection';
import { crawler } from './crawler';
import { customAttribute } from './customAttribute';
import { dataset } from './dataset';
import { fieldDescription } from './fieldDescription';
import { scan } from './scan';
import { sharing } from './sharing';

export const resources = [
	dataset,
	customAttribute,
	fieldDescription,
	connection,
	crawler,
	scan,
	sharing,
];
