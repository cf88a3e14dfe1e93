/** Data models: what the records of a campaign look like. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, ok } from '../../handler';
import { badRequest } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { userByLogin } from '../scim/scimStore';
import {
	campaigns,
	type DataModel,
	dataModels,
	type ModelField,
	modelRefusal,
} from './stewardshipStore';

export const NAMESPACE = 'org.talend.schema';

/** A user in the form that the responses of Data Stewardship have. */
export function userView(state: State, login: string): object {
	const user = userByLogin(state, login);
	return { id: user?.id ?? login, username: login, enabled: true };
}

function view(model: DataModel, state: State, { withFields = true } = {}): object {
	const { id, displayName, description, fields, version, createdAt, changedAt, by } = model;
	const user = userView(state, by);
	return withoutUndefined({
		namespace: NAMESPACE,
		name: id,
		displayName,
		description,
		version,
		references: [],
		creationDate: createdAt,
		lastUpdateDate: changedAt,
		createdBy: user,
		lastUpdatedBy: user,
		fields: withFields ? fields : null,
		referenced: campaigns.all(state).some(({ schemaRef }) => schemaRef.name === id),
	});
}

function checkFields(fields: readonly ModelField[]): void {
	const twice = fields.find(
		({ name }, index) => fields.findIndex((each) => each.name === name) < index,
	);
	if (twice) throw badRequest(`The field ${twice.name} is given twice`);
}

const { list, get, remove, one } = collection(dataModels, {
	variable: 'dataModelName',
	show: (model, { state }) => view(model, state),
	inUse: ({ id }, { state }) =>
		campaigns.all(state).some(({ schemaRef }) => schemaRef.name === id) &&
		modelRefusal('SCHEMA_NOT_DELETABLE_REFERENCED'),
});

type Given = Omit<DataModel, 'id'> & { name: string };

export const dataModelHandlers: Handlers = {
	[`GET /schemaservice/api/v1/schemas/${NAMESPACE}`]: list(),
	[`POST /schemaservice/api/v1/schemas/${NAMESPACE}`]: ({ state, body, clock, caller }) => {
		const { name, displayName, description, fields } = body as Given;
		if (dataModels.recordsIn(state).has(name)) throw modelRefusal('SCHEMA_NAME_ALREADY_EXISTS');
		checkFields(fields);
		const model = dataModels.add(state, {
			id: name,
			displayName,
			description,
			fields,
			version: 1,
			createdAt: clock.now(),
			changedAt: clock.now(),
			by: caller.id,
		});
		// The response to a creation does not show the fields.
		return ok(view(model, state, { withFields: false }));
	},
	[`GET /schemaservice/api/v1/schemas/${NAMESPACE}/{dataModelName}`]: get(),
	[`PUT /schemaservice/api/v1/schemas/${NAMESPACE}/{dataModelName}`]: (request) => {
		const model = one(request);
		const { name, displayName, description, fields } = request.body as Given;
		if (name !== model.id)
			throw badRequest(`The body must be the data model ${model.id}, as it was read`);
		checkFields(fields);
		Object.assign(model, {
			displayName,
			description,
			fields,
			version: model.version + 1,
			changedAt: request.clock.now(),
		});
		return ok(view(model, request.state));
	},
	[`DELETE /schemaservice/api/v1/schemas/${NAMESPACE}/{dataModelName}`]: remove(),
};
