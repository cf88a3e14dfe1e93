/** What n8n gives to a node that is executed, and to anything that sends requests. */
import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

export type N8nContext = IExecuteFunctions | IExecuteSingleFunctions;

export type RequestingContext = N8nContext | ILoadOptionsFunctions | IPollFunctions;
