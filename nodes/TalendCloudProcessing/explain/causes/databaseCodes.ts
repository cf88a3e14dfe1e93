/** Codes of databases. */
import type { Recognized } from './recognized';
import { HANA, MSSQL, MYSQL, ORACLE, SQLSTATES, TERADATA } from './sources';

export const DATABASE_CODES: readonly Recognized[] = [
	{
		cause: 'permission',
		what: 'Oracle: the login is refused, or a privilege is missing',
		source: ORACLE,
		codes: {
			ORA: [
				1005, 1017, 1031, 1045, 1720, 1749, 1950, 28000, 28001, 28002, 28003, 28009, 28030, 28040,
				1035, 12638, 24247,
			],
		},
	},
	{
		cause: 'data',
		what: 'Oracle: a value does not fit, or breaks a constraint',
		source: ORACLE,
		codes: {
			ORA: [
				1, 1426, 1427, 1438, 1476, 1722, 6502, 12899, 12801, 14400, 22835, 26002, 29275, 40441,
				1489, 1461,
			],
		},
	},
	{
		cause: 'data',
		what: 'Oracle: a value is missing, is not a date, or breaks a constraint',
		source: ORACLE,
		codes: { ORA: ['1400..1407', '1830..1865', '2290..2299'] },
	},
	{
		cause: 'network',
		what: 'Oracle: the server cannot be reached, or the connection broke',
		source: ORACLE,
		codes: {
			ORA: [
				1033, 1034, 1089, 1090, 1092, 3113, 3114, 3135, 12152, 12157, 12170, 12203, 12224, 12500,
				12518, 12519, 12520, 12528, 12535, 12537, 12541, 12543, 12545, 12547, 12560, 12571, 12606,
				12609, 17002, 17008, 17410, 17800, 25408, 28547, 28759, 28860, 29024,
			],
		},
	},
	{
		cause: 'configuration',
		what: 'Oracle: a table, a column, a service or a file is wrong in the job or its connection',
		source: ORACLE,
		codes: {
			ORA: [
				1006, 1008, 1036, 1418, 1430, 1435, 1741, 1756, 1775, 1789, 2019, 2063, 2289, 4043, 4063,
				4068, 4080, 6508, 6550, 6553, 6575, 12154, 12162, 12504, 12505, 12514, 12516, 12521, 12533,
				22288, 28545, 28575, 29283, 29913, 30926, 38101, 12705, 17003, 17006, 17056, 39166, 6576,
			],
		},
	},
	{
		cause: 'configuration',
		what: 'Oracle: a statement, or a name in it, is wrong',
		source: ORACLE,
		codes: { ORA: ['900..980'] },
	},
	{
		cause: 'permission',
		what: 'SQLSTATE: authorization',
		source: SQLSTATES,
		codes: { SQLSTATE: ['28000', '28P01', '28N00', '42501', '42502', '42503', '42517', '0LP01'] },
	},
	{
		cause: 'permission',
		what: 'MySQL and MariaDB: access denied',
		source: MYSQL,
		codes: { MySQL: [1044, 1045, 1142, 1143, 1227, 1370, 1396, 1698, 1820, 1862, 3118] },
	},
	{
		cause: 'permission',
		what: 'SQL Server: the login failed, or a permission was denied',
		source: MSSQL,
		codes: { 'SQL Server': [229, 230, 262, 297, 300, 916, 18456, 18452, 18470, 18486, 18488] },
	},
	{
		cause: 'permission',
		what: 'Teradata: the logon is invalid, or a right is missing',
		source: TERADATA,
		codes: { Teradata: [8017, 3002, 3003, 3523, 3524, 5315, 1014] },
	},
	{
		cause: 'permission',
		what: 'SAP HANA: authentication, privileges',
		source: HANA,
		codes: { 'SAP HANA': [10, 258, 332, 408, 414, 415, 416, 663] },
	},
	{
		cause: 'data',
		what: 'SQLSTATE classes 22 and 23: a value, or a constraint',
		source: SQLSTATES,
		codes: {
			SQLSTATE: ['22', '23', '01004', '44000'],
		},
	},
	{
		cause: 'data',
		what: 'MySQL and MariaDB: a value, or a constraint',
		source: MYSQL,
		codes: {
			MySQL: [
				1022, 1048, 1062, 1216, 1217, 1264, 1265, 1292, 1364, 1366, 1406, 1411, 1451, 1452, 1586,
				1690, 3140, 3819, 4025,
			],
		},
	},
	{
		cause: 'data',
		what: 'SQL Server: a value, or a constraint',
		source: MSSQL,
		codes: {
			'SQL Server': [
				220, 232, 235, 241, 242, 244, 245, 248, 295, 515, 547, 2601, 2627, 2628, 8114, 8115, 8134,
				8152, 8672, 4863, 4864, 4866,
			],
		},
	},
	{
		cause: 'data',
		what: 'Db2: a value, or a constraint',
		source: SQLSTATES,
		codes: {
			DB2: [
				180, 181, 302, 303, 304, 404, 405, 406, 407, 413, 420, 433, 530, 531, 532, 545, 802, 803,
			],
		},
	},
	{
		cause: 'permission',
		what: 'Db2: a privilege, or the login',
		source: SQLSTATES,
		codes: { DB2: [551, 552, 922, 1403, 30082] },
	},
	{
		cause: 'configuration',
		what: 'Db2: a statement, or a name in it, is wrong',
		source: SQLSTATES,
		codes: { DB2: [104, 117, 199, 203, 204, 205, 206, 418, 440, 601, 805, 1013, 7008] },
	},
	{
		cause: 'data',
		what: 'Teradata: a value, or a constraint',
		source: TERADATA,
		codes: {
			Teradata: [
				2616, 2617, 2620, 2621, 2622, 2665, 2666, 2700, 2801, 2803, 3520, 3604, 3996, 5317, 6706,
				6760, 7453,
			],
		},
	},
	{
		cause: 'data',
		what: 'SAP HANA: a value, or a constraint',
		source: HANA,
		codes: { 'SAP HANA': [274, 287, 301, 303, 304, 314, 338, 339, 461, 462, 677] },
	},
	{
		cause: 'configuration',
		what: 'SQLSTATE: a statement, or a name in it, is wrong',
		source: SQLSTATES,
		codes: {
			SQLSTATE: [
				'426',
				'427',
				'428',
				'42P',
				'42S',
				'42V',
				'3D000',
				'3F000',
				'0A000',
				'26501',
				'01S00',
				'IM00',
				'07001',
				'07002',
				'37000',
				'S0002',
				'S0022',
				'51002',
			],
		},
	},
	{
		cause: 'configuration',
		what: 'MySQL and MariaDB: a statement, or a name in it, is wrong',
		source: MYSQL,
		codes: {
			MySQL: [
				1046, 1049, 1051, 1052, 1054, 1060, 1064, 1072, 1091, 1109, 1136, 1146, 1149, 1193, 1305,
				1115, 1247, 1248,
			],
		},
	},
	{
		cause: 'configuration',
		what: 'SQL Server: a statement, or a name in it, is wrong',
		source: MSSQL,
		codes: {
			'SQL Server': [
				102, 105, 107, 109, 110, 120, 121, 128, 137, 156, 170, 201, 207, 208, 209, 213, 214, 264,
				544, 911, 2705, 2714, 2760, 2812, 4104, 8102, 8144, 8145,
			],
		},
	},
	{
		cause: 'configuration',
		what: 'Teradata: a statement, or a name in it, is wrong',
		source: TERADATA,
		codes: {
			Teradata: [
				3504, 3568, 3569, 3706, 3707, 3754, 3782, 3802, 3803, 3807, 3809, 3810, 3812, 3813, 3822,
				3848, 3932, 5526, 5628,
			],
		},
	},
	{
		cause: 'configuration',
		what: 'SAP HANA: a statement, or a name in it, is wrong',
		source: HANA,
		codes: { 'SAP HANA': [257, 259, 260, 261, 264, 266, 268, 288, 328, 362, 397] },
	},
];
