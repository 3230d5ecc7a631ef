// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type { TestContract } from './contract.ts'

export const contract: TestContract = {
 "operations": {
  "listUsers": {
   "name": "users.list",
   "method": "GET",
   "path": "/instances/{instanceId}/users",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "username": {
      "type": "string",
      "minLength": 1,
      "maxLength": 128
     },
     "enabled": {
      "type": "boolean"
     },
     "sort": {
      "type": "string",
      "enum": [
       "updatedAt,asc",
       "updatedAt,desc",
       "createdAt,asc",
       "createdAt,desc",
       "username,asc",
       "username,desc"
      ],
      "default": "updatedAt,desc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
         "username": "ada",
         "email": "ada@example.com",
         "name": "Ada",
         "middleName": null,
         "familyName": "Lovelace",
         "enabled": true,
         "createdAt": "2026-11-21T09:30:00.000Z",
         "updatedAt": "2026-11-21T09:30:00.000Z"
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 1,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "createUser": {
   "name": "users.create",
   "method": "POST",
   "path": "/instances/{instanceId}/users",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/UserCreate"
    },
    "maxBytes": 65536
   },
   "answers": {
    "201": {
     "mediaType": "application/json",
     "headers": {
      "Location": "/instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "enabled": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
       "username": "ada",
       "email": "ada@example.com",
       "name": "Ada",
       "middleName": null,
       "familyName": "Lovelace",
       "enabled": true,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UserCreateConflictProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getUser": {
   "name": "users.get",
   "method": "GET",
   "path": "/instances/{instanceId}/users/{userId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "userId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "enabled": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
       "username": "ada",
       "email": "ada@example.com",
       "name": "Ada",
       "middleName": null,
       "familyName": "Lovelace",
       "enabled": true,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "disabled": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f12",
       "username": "charles",
       "email": "charles@example.com",
       "name": "Charles",
       "middleName": null,
       "familyName": "Babbage",
       "enabled": false,
       "createdAt": "2026-10-02T14:05:12.345Z",
       "updatedAt": "2026-11-20T08:00:00.000Z"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UserNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "updateUser": {
   "name": "users.update",
   "method": "PUT",
   "path": "/instances/{instanceId}/users/{userId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "userId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/UserUpdate"
    },
    "maxBytes": 65536
   },
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "disabled": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f12",
       "username": "charles",
       "email": "charles@example.com",
       "name": "Charles",
       "middleName": null,
       "familyName": "Babbage",
       "enabled": false,
       "createdAt": "2026-10-02T14:05:12.345Z",
       "updatedAt": "2026-11-20T08:00:00.000Z"
      },
      "enabled": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
       "username": "ada",
       "email": "ada@example.com",
       "name": "Ada",
       "middleName": null,
       "familyName": "Lovelace",
       "enabled": true,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UserNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UserConflictProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listAgents": {
   "name": "agents.list",
   "method": "GET",
   "path": "/instances/{instanceId}/agents",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "type": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN"
      ]
     },
     "active": {
      "type": "boolean"
     },
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "sort": {
      "type": "string",
      "enum": [
       "name,asc",
       "name,desc",
       "createdAt,asc",
       "createdAt,desc",
       "updatedAt,asc",
       "updatedAt,desc"
      ],
      "default": "name,asc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f22",
         "name": "Grace Hopper",
         "type": "HUMAN",
         "active": false,
         "capabilities": [
          "customer support",
          "leadership"
         ],
         "model": null,
         "priority": null,
         "metadata": {},
         "createdAt": "2026-10-02T14:05:12.345Z",
         "updatedAt": "2026-11-20T08:00:00.000Z"
        },
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21",
         "name": "Summariser",
         "type": "AI",
         "active": true,
         "capabilities": [
          "summarization",
          "translation"
         ],
         "model": "claude-sonnet-4-5",
         "priority": "high",
         "metadata": {
          "team": "support"
         },
         "createdAt": "2026-11-21T09:30:00.000Z",
         "updatedAt": "2026-11-21T09:30:00.000Z"
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 2,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "createAgent": {
   "name": "agents.create",
   "method": "POST",
   "path": "/instances/{instanceId}/agents",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/AgentInput"
    },
    "maxBytes": 65536
   },
   "answers": {
    "201": {
     "mediaType": "application/json",
     "headers": {
      "Location": "/instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "ai": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21",
       "name": "Summariser",
       "type": "AI",
       "active": true,
       "capabilities": [
        "summarization",
        "translation"
       ],
       "model": "claude-sonnet-4-5",
       "priority": "high",
       "metadata": {
        "team": "support"
       },
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "human": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f22",
       "name": "Grace Hopper",
       "type": "HUMAN",
       "active": false,
       "capabilities": [
        "customer support",
        "leadership"
       ],
       "model": null,
       "priority": null,
       "metadata": {},
       "createdAt": "2026-10-02T14:05:12.345Z",
       "updatedAt": "2026-11-20T08:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getAgent": {
   "name": "agents.get",
   "method": "GET",
   "path": "/instances/{instanceId}/agents/{agentId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "agentId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "ai": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21",
       "name": "Summariser",
       "type": "AI",
       "active": true,
       "capabilities": [
        "summarization",
        "translation"
       ],
       "model": "claude-sonnet-4-5",
       "priority": "high",
       "metadata": {
        "team": "support"
       },
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "human": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f22",
       "name": "Grace Hopper",
       "type": "HUMAN",
       "active": false,
       "capabilities": [
        "customer support",
        "leadership"
       ],
       "model": null,
       "priority": null,
       "metadata": {},
       "createdAt": "2026-10-02T14:05:12.345Z",
       "updatedAt": "2026-11-20T08:00:00.000Z"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "AgentNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "updateAgent": {
   "name": "agents.update",
   "method": "PUT",
   "path": "/instances/{instanceId}/agents/{agentId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "agentId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/AgentInput"
    },
    "maxBytes": 65536
   },
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "ai": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21",
       "name": "Summariser",
       "type": "AI",
       "active": true,
       "capabilities": [
        "summarization",
        "translation"
       ],
       "model": "claude-sonnet-4-5",
       "priority": "high",
       "metadata": {
        "team": "support"
       },
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "human": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f22",
       "name": "Grace Hopper",
       "type": "HUMAN",
       "active": false,
       "capabilities": [
        "customer support",
        "leadership"
       ],
       "model": null,
       "priority": null,
       "metadata": {},
       "createdAt": "2026-10-02T14:05:12.345Z",
       "updatedAt": "2026-11-20T08:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "AgentNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "deleteAgent": {
   "name": "agents.delete",
   "method": "DELETE",
   "path": "/instances/{instanceId}/agents/{agentId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "agentId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "204": {
     "mediaType": null,
     "headers": {},
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "AgentNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listIntegrations": {
   "name": "integrations.list",
   "method": "GET",
   "path": "/instances/{instanceId}/integrations",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$"
     },
     "status": {
      "type": "string",
      "enum": [
       "active",
       "inactive",
       "connecting",
       "error"
      ]
     },
     "search": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "sort": {
      "type": "string",
      "enum": [
       "name,asc",
       "name,desc",
       "createdAt,asc",
       "createdAt,desc",
       "updatedAt,asc",
       "updatedAt,desc"
      ],
      "default": "name,asc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f32",
         "name": "Contact center EU",
         "description": null,
         "type": "AMAZON_CONNECT",
         "metadata": {
          "instanceId": "11111111-2222-3333-4444-555555555555",
          "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
          "region": "eu-central-1"
         },
         "configuredSecrets": [
          "secretAccessKey"
         ],
         "status": "error",
         "isHealthy": false,
         "lastHealthCheck": "2026-11-21T09:31:00.000Z",
         "createdAt": "2026-11-21T09:30:00.000Z",
         "updatedAt": "2026-11-21T09:31:00.000Z"
        },
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
         "name": "Support workspace",
         "description": "Posts hand-overs to the support channel.",
         "type": "SLACK",
         "metadata": {},
         "configuredSecrets": [
          "botToken"
         ],
         "status": "active",
         "isHealthy": true,
         "lastHealthCheck": "2026-11-21T09:31:00.000Z",
         "createdAt": "2026-11-21T09:30:00.000Z",
         "updatedAt": "2026-11-21T09:31:00.000Z"
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 2,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "createIntegration": {
   "name": "integrations.create",
   "method": "POST",
   "path": "/instances/{instanceId}/integrations",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/IntegrationInput"
    },
    "maxBytes": 65536
   },
   "answers": {
    "201": {
     "mediaType": "application/json",
     "headers": {
      "Location": "/instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "connecting": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "connecting",
       "isHealthy": false,
       "lastHealthCheck": null,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InvalidIntegrationOrKeyProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getIntegration": {
   "name": "integrations.get",
   "method": "GET",
   "path": "/instances/{instanceId}/integrations/{integrationId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "active": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "active",
       "isHealthy": true,
       "lastHealthCheck": "2026-11-21T09:31:00.000Z",
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:31:00.000Z"
      },
      "connecting": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "connecting",
       "isHealthy": false,
       "lastHealthCheck": null,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "error": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f32",
       "name": "Contact center EU",
       "description": null,
       "type": "AMAZON_CONNECT",
       "metadata": {
        "instanceId": "11111111-2222-3333-4444-555555555555",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "region": "eu-central-1"
       },
       "configuredSecrets": [
        "secretAccessKey"
       ],
       "status": "error",
       "isHealthy": false,
       "lastHealthCheck": "2026-11-21T09:31:00.000Z",
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:31:00.000Z"
      },
      "inactive": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f33",
       "name": "Old workspace",
       "description": null,
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "inactive",
       "isHealthy": true,
       "lastHealthCheck": "2026-10-21T09:31:00.000Z",
       "createdAt": "2026-09-21T09:30:00.000Z",
       "updatedAt": "2026-10-21T12:00:00.000Z"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "updateIntegration": {
   "name": "integrations.update",
   "method": "PUT",
   "path": "/instances/{instanceId}/integrations/{integrationId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/IntegrationUpdate"
    },
    "maxBytes": 65536
   },
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "active": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "active",
       "isHealthy": true,
       "lastHealthCheck": "2026-11-21T09:31:00.000Z",
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:31:00.000Z"
      },
      "connecting": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "connecting",
       "isHealthy": false,
       "lastHealthCheck": null,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "error": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f32",
       "name": "Contact center EU",
       "description": null,
       "type": "AMAZON_CONNECT",
       "metadata": {
        "instanceId": "11111111-2222-3333-4444-555555555555",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "region": "eu-central-1"
       },
       "configuredSecrets": [
        "secretAccessKey"
       ],
       "status": "error",
       "isHealthy": false,
       "lastHealthCheck": "2026-11-21T09:31:00.000Z",
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:31:00.000Z"
      },
      "inactive": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f33",
       "name": "Old workspace",
       "description": null,
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "inactive",
       "isHealthy": true,
       "lastHealthCheck": "2026-10-21T09:31:00.000Z",
       "createdAt": "2026-09-21T09:30:00.000Z",
       "updatedAt": "2026-10-21T12:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InvalidIntegrationProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "deleteIntegration": {
   "name": "integrations.delete",
   "method": "DELETE",
   "path": "/instances/{instanceId}/integrations/{integrationId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "204": {
     "mediaType": null,
     "headers": {},
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "testIntegration": {
   "name": "integrations.test",
   "method": "POST",
   "path": "/instances/{instanceId}/integrations/{integrationId}/test",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "ok": {
       "outcome": "ok",
       "message": "Slack accepted the credentials.",
       "testedAt": "2026-11-21T09:31:00.000Z",
       "durationMs": 212,
       "integration": {
        "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
        "name": "Support workspace",
        "description": "Posts hand-overs to the support channel.",
        "type": "SLACK",
        "metadata": {},
        "configuredSecrets": [
         "botToken"
        ],
        "status": "active",
        "isHealthy": true,
        "lastHealthCheck": "2026-11-21T09:31:00.000Z",
        "createdAt": "2026-11-21T09:30:00.000Z",
        "updatedAt": "2026-11-21T09:31:00.000Z"
       }
      },
      "badCredentials": {
       "outcome": "bad_credentials",
       "message": "Amazon Connect refused the credentials. Check Access Key ID and Secret Access Key.",
       "testedAt": "2026-11-21T09:31:00.000Z",
       "durationMs": 187,
       "integration": {
        "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f32",
        "name": "Contact center EU",
        "description": null,
        "type": "AMAZON_CONNECT",
        "metadata": {
         "instanceId": "11111111-2222-3333-4444-555555555555",
         "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
         "region": "eu-central-1"
        },
        "configuredSecrets": [
         "secretAccessKey"
        ],
        "status": "error",
        "isHealthy": false,
        "lastHealthCheck": "2026-11-21T09:31:00.000Z",
        "createdAt": "2026-11-21T09:30:00.000Z",
        "updatedAt": "2026-11-21T09:31:00.000Z"
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "enableIntegration": {
   "name": "integrations.enable",
   "method": "POST",
   "path": "/instances/{instanceId}/integrations/{integrationId}/enable",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "connecting": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "connecting",
       "isHealthy": false,
       "lastHealthCheck": null,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "inactive": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f33",
       "name": "Old workspace",
       "description": null,
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "inactive",
       "isHealthy": true,
       "lastHealthCheck": "2026-10-21T09:31:00.000Z",
       "createdAt": "2026-09-21T09:30:00.000Z",
       "updatedAt": "2026-10-21T12:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "disableIntegration": {
   "name": "integrations.disable",
   "method": "POST",
   "path": "/instances/{instanceId}/integrations/{integrationId}/disable",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "integrationId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "connecting": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31",
       "name": "Support workspace",
       "description": "Posts hand-overs to the support channel.",
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "connecting",
       "isHealthy": false,
       "lastHealthCheck": null,
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      },
      "inactive": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f33",
       "name": "Old workspace",
       "description": null,
       "type": "SLACK",
       "metadata": {},
       "configuredSecrets": [
        "botToken"
       ],
       "status": "inactive",
       "isHealthy": true,
       "lastHealthCheck": "2026-10-21T09:31:00.000Z",
       "createdAt": "2026-09-21T09:30:00.000Z",
       "updatedAt": "2026-10-21T12:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listIntegrationTypes": {
   "name": "integrationTypes.list",
   "method": "GET",
   "path": "/instances/{instanceId}/integration-types",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "group": {
      "type": "string",
      "enum": [
       "contact_center",
       "crm_sales",
       "ai_agents",
       "data_documents",
       "other"
      ]
     },
     "search": {
      "type": "string",
      "minLength": 1,
      "maxLength": 128
     },
     "sort": {
      "type": "string",
      "enum": [
       "name,asc",
       "name,desc"
      ],
      "default": "name,asc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "type": "SLACK",
         "name": "Slack",
         "group": "other",
         "fields": [
          {
           "key": "botToken",
           "label": "Bot User OAuth Token",
           "required": true,
           "secret": true,
           "maxLength": 4096
          }
         ]
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 1,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getIntegrationType": {
   "name": "integrationTypes.get",
   "method": "GET",
   "path": "/instances/{instanceId}/integration-types/{type}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "slack": {
       "type": "SLACK",
       "name": "Slack",
       "group": "other",
       "fields": [
        {
         "key": "botToken",
         "label": "Bot User OAuth Token",
         "required": true,
         "secret": true,
         "maxLength": 4096
        }
       ]
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IntegrationTypeNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listWorkLedgerEntries": {
   "name": "workLedger.list",
   "method": "GET",
   "path": "/instances/{instanceId}/work-ledger",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "search": {
      "type": "string",
      "minLength": 3,
      "maxLength": 256
     },
     "status": {
      "type": "string",
      "enum": [
       "completed",
       "in_progress",
       "pending",
       "failed"
      ]
     },
     "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64
     },
     "policyStatus": {
      "type": "string",
      "enum": [
       "compliant",
       "non_compliant",
       "review_required"
      ]
     },
     "actors": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN",
       "HYBRID"
      ]
     },
     "costMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "costMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "modelName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "sort": {
      "type": "string",
      "enum": [
       "createdAt,asc",
       "createdAt,desc",
       "updatedAt,asc",
       "updatedAt,desc",
       "cost,asc",
       "cost,desc",
       "activeTime,asc",
       "activeTime,desc"
      ],
      "default": "createdAt,desc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f42",
         "title": "Classify ticket 90312",
         "description": "Reads the ticket and assigns it to a queue.",
         "type": "TWU",
         "status": "in_progress",
         "createdAt": "2026-11-21T09:29:58.000Z",
         "updatedAt": "2026-11-21T09:29:59.500Z",
         "entityId": "ticket-90312",
         "relatedEntity": "Ticket 90312",
         "actors": [
          "AI"
         ],
         "activeTime": 1.5,
         "cost": 0.01,
         "policyStatus": "review_required",
         "modelName": "Ticket triage"
        },
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41",
         "title": "Refund order 48-1177",
         "description": "Checked the order against the refund policy and paid the amount back.",
         "type": "TWU",
         "status": "completed",
         "createdAt": "2026-11-20T08:14:03.120Z",
         "updatedAt": "2026-11-20T08:16:41.007Z",
         "entityId": "order-48-1177",
         "relatedEntity": "Order 48-1177",
         "actors": [
          "AI",
          "HUMAN"
         ],
         "activeTime": 157.9,
         "cost": 0.42,
         "policyStatus": "compliant",
         "modelName": "Refund handling"
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 2,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "summariseWorkLedger": {
   "name": "workLedger.summarise",
   "method": "GET",
   "path": "/instances/{instanceId}/work-ledger/summary",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "search": {
      "type": "string",
      "minLength": 3,
      "maxLength": 256
     },
     "status": {
      "type": "string",
      "enum": [
       "completed",
       "in_progress",
       "pending",
       "failed"
      ]
     },
     "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64
     },
     "policyStatus": {
      "type": "string",
      "enum": [
       "compliant",
       "non_compliant",
       "review_required"
      ]
     },
     "actors": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN",
       "HYBRID"
      ]
     },
     "costMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "costMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "modelName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "groupBy": {
      "type": "string",
      "enum": [
       "status",
       "policyStatus",
       "actors",
       "modelName",
       "day"
      ],
      "default": "status"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "byStatus": {
       "groupBy": "status",
       "total": {
        "count": 3,
        "cost": 6.53,
        "activeTime": 609.65
       },
       "groups": [
        {
         "key": "completed",
         "count": 1,
         "cost": 0.42,
         "activeTime": 157.9
        },
        {
         "key": "failed",
         "count": 1,
         "cost": 6.1,
         "activeTime": 450.25
        },
        {
         "key": "in_progress",
         "count": 1,
         "cost": 0.01,
         "activeTime": 1.5
        }
       ],
       "isTruncated": false
      },
      "byDay": {
       "groupBy": "day",
       "total": {
        "count": 3,
        "cost": 6.53,
        "activeTime": 609.65
       },
       "groups": [
        {
         "key": "2026-11-19",
         "count": 1,
         "cost": 6.1,
         "activeTime": 450.25
        },
        {
         "key": "2026-11-20",
         "count": 1,
         "cost": 0.42,
         "activeTime": 157.9
        },
        {
         "key": "2026-11-21",
         "count": 1,
         "cost": 0.01,
         "activeTime": 1.5
        }
       ],
       "isTruncated": false
      },
      "byModel": {
       "groupBy": "modelName",
       "total": {
        "count": 81240,
        "cost": 40118.25,
        "activeTime": 9120433.5
       },
       "groups": [
        {
         "key": "Refund handling",
         "count": 41007,
         "cost": 17222.94,
         "activeTime": 6475005.3
        },
        {
         "key": "Ticket triage",
         "count": 38114,
         "cost": 381.14,
         "activeTime": 57171
        }
       ],
       "isTruncated": true
      },
      "nothingFound": {
       "groupBy": "actors",
       "total": {
        "count": 0,
        "cost": 0,
        "activeTime": 0
       },
       "groups": [],
       "isTruncated": false
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "SearchTooBroadProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "exportWorkLedger": {
   "name": "workLedger.export",
   "method": "GET",
   "path": "/instances/{instanceId}/work-ledger/export",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "search": {
      "type": "string",
      "minLength": 3,
      "maxLength": 256
     },
     "status": {
      "type": "string",
      "enum": [
       "completed",
       "in_progress",
       "pending",
       "failed"
      ]
     },
     "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64
     },
     "policyStatus": {
      "type": "string",
      "enum": [
       "compliant",
       "non_compliant",
       "review_required"
      ]
     },
     "actors": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN",
       "HYBRID"
      ]
     },
     "costMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "costMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMin": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "timeMax": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000000000
     },
     "modelName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "sort": {
      "type": "string",
      "enum": [
       "createdAt,asc",
       "createdAt,desc",
       "updatedAt,asc",
       "updatedAt,desc",
       "cost,asc",
       "cost,desc",
       "activeTime,asc",
       "activeTime,desc"
      ],
      "default": "createdAt,desc"
     },
     "format": {
      "type": "string",
      "enum": [
       "ndjson",
       "csv"
      ],
      "default": "ndjson"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/x-ndjson",
     "headers": {
      "Content-Disposition": "attachment; filename=\"work-ledger-demo.csv\""
     },
     "problem": null,
     "examples": {
      "entries": "{\"id\":\"0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f42\",\"title\":\"Classify ticket 90312\",\"description\":\"Reads the ticket and assigns it to a queue.\",\"type\":\"TWU\",\"status\":\"in_progress\",\"createdAt\":\"2026-11-21T09:29:58.000Z\",\"updatedAt\":\"2026-11-21T09:29:59.500Z\",\"entityId\":\"ticket-90312\",\"relatedEntity\":\"Ticket 90312\",\"actors\":[\"AI\"],\"activeTime\":1.5,\"cost\":0.01,\"policyStatus\":\"review_required\",\"modelName\":\"Ticket triage\"}\n{\"id\":\"0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41\",\"title\":\"Refund order 48-1177\",\"description\":\"Checked the order against the refund policy and paid the amount back.\",\"type\":\"TWU\",\"status\":\"completed\",\"createdAt\":\"2026-11-20T08:14:03.120Z\",\"updatedAt\":\"2026-11-20T08:16:41.007Z\",\"entityId\":\"order-48-1177\",\"relatedEntity\":\"Order 48-1177\",\"actors\":[\"AI\",\"HUMAN\"],\"activeTime\":157.9,\"cost\":0.42,\"policyStatus\":\"compliant\",\"modelName\":\"Refund handling\"}\n"
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getWorkLedgerEntry": {
   "name": "workLedger.get",
   "method": "GET",
   "path": "/instances/{instanceId}/work-ledger/{entryId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "entryId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "completed": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41",
       "title": "Refund order 48-1177",
       "description": "Checked the order against the refund policy and paid the amount back.",
       "type": "TWU",
       "status": "completed",
       "createdAt": "2026-11-20T08:14:03.120Z",
       "updatedAt": "2026-11-20T08:16:41.007Z",
       "entityId": "order-48-1177",
       "relatedEntity": "Order 48-1177",
       "actors": [
        "AI",
        "HUMAN"
       ],
       "activeTime": 157.9,
       "cost": 0.42,
       "policyStatus": "compliant",
       "modelName": "Refund handling"
      },
      "inProgress": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f42",
       "title": "Classify ticket 90312",
       "description": "Reads the ticket and assigns it to a queue.",
       "type": "TWU",
       "status": "in_progress",
       "createdAt": "2026-11-21T09:29:58.000Z",
       "updatedAt": "2026-11-21T09:29:59.500Z",
       "entityId": "ticket-90312",
       "relatedEntity": "Ticket 90312",
       "actors": [
        "AI"
       ],
       "activeTime": 1.5,
       "cost": 0.01,
       "policyStatus": "review_required",
       "modelName": "Ticket triage"
      },
      "failed": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f43",
       "title": "Verify invoice 2211",
       "description": "The amounts of invoice and order differ.",
       "type": "TWU",
       "status": "failed",
       "createdAt": "2026-11-19T17:02:00.000Z",
       "updatedAt": "2026-11-19T17:09:30.250Z",
       "entityId": "invoice-2211",
       "relatedEntity": "Invoice 2211",
       "actors": [
        "HUMAN"
       ],
       "activeTime": 450.25,
       "cost": 6.1,
       "policyStatus": "non_compliant",
       "modelName": "Invoice check"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "LedgerEntryNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listTwuModels": {
   "name": "twuModels.list",
   "method": "GET",
   "path": "/instances/{instanceId}/twu-models",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 256
     },
     "status": {
      "type": "string",
      "enum": [
       "DRAFT",
       "published",
       "archived"
      ]
     },
     "sort": {
      "type": "string",
      "enum": [
       "name,asc",
       "name,desc",
       "createdAt,asc",
       "createdAt,desc",
       "updatedAt,asc",
       "updatedAt,desc"
      ],
      "default": "updatedAt,desc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 20
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "onePage": {
       "content": [
        {
         "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
         "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
         "name": "Refund handling",
         "description": "Decides and pays refunds.",
         "status": "published",
         "version": 2,
         "draftVersion": 2,
         "publishedVersion": 1,
         "createdAt": "2026-11-21T09:30:00.000Z",
         "updatedAt": "2026-11-21T09:45:00.000Z"
        }
       ],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 1,
        "totalPages": 1,
        "totalIsExact": true,
        "next": null
       }
      },
      "nothingFound": {
       "content": [],
       "page": {
        "size": 20,
        "number": 0,
        "totalElements": 0,
        "totalPages": 0,
        "totalIsExact": true,
        "next": null
       }
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "createTwuModel": {
   "name": "twuModels.create",
   "method": "POST",
   "path": "/instances/{instanceId}/twu-models",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/TwuModelInput"
    },
    "maxBytes": 131072
   },
   "answers": {
    "201": {
     "mediaType": "application/json",
     "headers": {
      "Location": "/instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "draft": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "status": "DRAFT",
       "version": 1,
       "draftVersion": 1,
       "publishedVersion": null,
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InstanceNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getTwuModel": {
   "name": "twuModels.get",
   "method": "GET",
   "path": "/instances/{instanceId}/twu-models/{modelId}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "draft": {
       "id": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "status": "DRAFT",
       "version": 1,
       "draftVersion": 1,
       "publishedVersion": null,
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:30:00.000Z"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "publishTwuModel": {
   "name": "twuModels.publish",
   "method": "POST",
   "path": "/instances/{instanceId}/twu-models/{modelId}/publish",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "published": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 1,
       "status": "published",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:40:00.000Z",
       "publishedAt": "2026-11-21T09:40:00.000Z",
       "archivedAt": null
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "DraftMissingProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "DraftIncompleteProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "listTwuModelVersions": {
   "name": "twuModels.versions.list",
   "method": "GET",
   "path": "/instances/{instanceId}/twu-models/{modelId}/versions",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {
     "sort": {
      "type": "string",
      "enum": [
       "version,asc",
       "version,desc"
      ],
      "default": "version,desc"
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000
     },
     "size": {
      "type": "integer",
      "minimum": 1,
      "maximum": 200,
      "default": 100
     },
     "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "^[A-Za-z0-9_-]+$"
     }
    },
    "header": {}
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {},
     "problem": null,
     "examples": {
      "draftAndPublished": [
       {
        "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
        "version": 2,
        "status": "DRAFT",
        "name": "Refund handling",
        "description": "Decides and pays refunds.",
        "entities": [
         {
          "name": "order",
          "description": "What was bought.",
          "attributes": [
           {
            "name": "number",
            "type": "string"
           },
           {
            "name": "total",
            "type": "number"
           }
          ]
         }
        ],
        "actions": [
         {
          "name": "checkPolicy",
          "entity": "order",
          "actors": [
           "AI"
          ]
         },
         {
          "name": "payRefund",
          "entity": "order",
          "actors": [
           "AI",
           "HUMAN"
          ]
         }
        ],
        "events": [
         {
          "name": "refundPaid",
          "entity": "order",
          "action": "payRefund"
         }
        ],
        "outcomes": [
         {
          "name": "refundCost",
          "description": "What handling the refund costs.",
          "expression": "sum(operations.map(o, o.cost))",
          "unit": "USD"
         },
         {
          "name": "humanTouches",
          "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
          "unit": "operations"
         }
        ],
        "createdAt": "2026-11-21T09:45:00.000Z",
        "updatedAt": "2026-11-21T09:45:00.000Z",
        "publishedAt": null,
        "archivedAt": null
       },
       {
        "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
        "version": 1,
        "status": "published",
        "name": "Refund handling",
        "description": "Decides and pays refunds.",
        "entities": [
         {
          "name": "order",
          "description": "What was bought.",
          "attributes": [
           {
            "name": "number",
            "type": "string"
           },
           {
            "name": "total",
            "type": "number"
           }
          ]
         }
        ],
        "actions": [
         {
          "name": "checkPolicy",
          "entity": "order",
          "actors": [
           "AI"
          ]
         },
         {
          "name": "payRefund",
          "entity": "order",
          "actors": [
           "AI",
           "HUMAN"
          ]
         }
        ],
        "events": [
         {
          "name": "refundPaid",
          "entity": "order",
          "action": "payRefund"
         }
        ],
        "outcomes": [
         {
          "name": "refundCost",
          "description": "What handling the refund costs.",
          "expression": "sum(operations.map(o, o.cost))",
          "unit": "USD"
         },
         {
          "name": "humanTouches",
          "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
          "unit": "operations"
         }
        ],
        "createdAt": "2026-11-21T09:30:00.000Z",
        "updatedAt": "2026-11-21T09:40:00.000Z",
        "publishedAt": "2026-11-21T09:40:00.000Z",
        "archivedAt": null
       }
      ]
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadListRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "createTwuModelVersion": {
   "name": "twuModels.versions.create",
   "method": "POST",
   "path": "/instances/{instanceId}/twu-models/{modelId}/versions",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/TwuModelInput"
    },
    "maxBytes": 131072
   },
   "answers": {
    "201": {
     "mediaType": "application/json",
     "headers": {
      "Location": "/instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11",
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "draft": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 2,
       "status": "DRAFT",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:45:00.000Z",
       "updatedAt": "2026-11-21T09:45:00.000Z",
       "publishedAt": null,
       "archivedAt": null
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "DraftExistsProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "getTwuModelVersion": {
   "name": "twuModels.versions.get",
   "method": "GET",
   "path": "/instances/{instanceId}/twu-models/{modelId}/versions/{version}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "version": {
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647
     }
    },
    "query": {},
    "header": {
     "If-None-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "draft": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 2,
       "status": "DRAFT",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:45:00.000Z",
       "updatedAt": "2026-11-21T09:45:00.000Z",
       "publishedAt": null,
       "archivedAt": null
      },
      "published": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 1,
       "status": "published",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T09:40:00.000Z",
       "publishedAt": "2026-11-21T09:40:00.000Z",
       "archivedAt": null
      },
      "archived": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 1,
       "status": "archived",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T10:00:00.000Z",
       "publishedAt": "2026-11-21T09:40:00.000Z",
       "archivedAt": "2026-11-21T10:00:00.000Z"
      }
     }
    },
    "304": {
     "mediaType": null,
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {}
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelVersionNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "updateTwuModelVersion": {
   "name": "twuModels.versions.update",
   "method": "PUT",
   "path": "/instances/{instanceId}/twu-models/{modelId}/versions/{version}",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "version": {
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647
     }
    },
    "query": {},
    "header": {
     "If-Match": {
      "type": "string",
      "minLength": 1,
      "maxLength": 512
     }
    }
   },
   "body": {
    "schema": {
     "$ref": "#/components/schemas/TwuModelInput"
    },
    "maxBytes": 131072
   },
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "draft": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 2,
       "status": "DRAFT",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:45:00.000Z",
       "updatedAt": "2026-11-21T09:45:00.000Z",
       "publishedAt": null,
       "archivedAt": null
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadBodyRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelVersionNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "VersionNotDraftProblem",
     "examples": {}
    },
    "412": {
     "mediaType": "application/problem+json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": "PreconditionFailedProblem",
     "examples": {}
    },
    "413": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "PayloadTooLargeProblem",
     "examples": {}
    },
    "415": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "UnsupportedMediaTypeProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  },
  "archiveTwuModelVersion": {
   "name": "twuModels.versions.archive",
   "method": "POST",
   "path": "/instances/{instanceId}/twu-models/{modelId}/versions/{version}/archive",
   "parameters": {
    "path": {
     "instanceId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "modelId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[A-Za-z0-9_-]{1,64}$"
     },
     "version": {
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647
     }
    },
    "query": {},
    "header": {
     "Idempotency-Key": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[\\x21-\\x7E]+$"
     }
    }
   },
   "body": null,
   "answers": {
    "200": {
     "mediaType": "application/json",
     "headers": {
      "ETag": "\"3\""
     },
     "problem": null,
     "examples": {
      "archived": {
       "modelId": "0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51",
       "version": 1,
       "status": "archived",
       "name": "Refund handling",
       "description": "Decides and pays refunds.",
       "entities": [
        {
         "name": "order",
         "description": "What was bought.",
         "attributes": [
          {
           "name": "number",
           "type": "string"
          },
          {
           "name": "total",
           "type": "number"
          }
         ]
        }
       ],
       "actions": [
        {
         "name": "checkPolicy",
         "entity": "order",
         "actors": [
          "AI"
         ]
        },
        {
         "name": "payRefund",
         "entity": "order",
         "actors": [
          "AI",
          "HUMAN"
         ]
        }
       ],
       "events": [
        {
         "name": "refundPaid",
         "entity": "order",
         "action": "payRefund"
        }
       ],
       "outcomes": [
        {
         "name": "refundCost",
         "description": "What handling the refund costs.",
         "expression": "sum(operations.map(o, o.cost))",
         "unit": "USD"
        },
        {
         "name": "humanTouches",
         "expression": "size(operations.filter(o, o.actor == \"HUMAN\"))",
         "unit": "operations"
        }
       ],
       "createdAt": "2026-11-21T09:30:00.000Z",
       "updatedAt": "2026-11-21T10:00:00.000Z",
       "publishedAt": "2026-11-21T09:40:00.000Z",
       "archivedAt": "2026-11-21T10:00:00.000Z"
      }
     }
    },
    "400": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "BadRequestProblem",
     "examples": {}
    },
    "401": {
     "mediaType": "application/problem+json",
     "headers": {
      "WWW-Authenticate": "Bearer realm=\"instance-admin\", error=\"invalid_token\""
     },
     "problem": "UnauthorizedProblem",
     "examples": {}
    },
    "403": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "ForbiddenProblem",
     "examples": {}
    },
    "404": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "TwuModelVersionNotFoundProblem",
     "examples": {}
    },
    "406": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "NotAcceptableProblem",
     "examples": {}
    },
    "409": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "IdempotencyConflictProblem",
     "examples": {}
    },
    "422": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "IdempotencyMismatchProblem",
     "examples": {}
    },
    "429": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "TooManyRequestsProblem",
     "examples": {}
    },
    "500": {
     "mediaType": "application/problem+json",
     "headers": {},
     "problem": "InternalProblem",
     "examples": {}
    },
    "503": {
     "mediaType": "application/problem+json",
     "headers": {
      "Retry-After": "1"
     },
     "problem": "UnavailableProblem",
     "examples": {}
    }
   }
  }
 },
 "schemas": {
  "ActiveTime": {
   "type": "number",
   "minimum": 0,
   "maximum": 1000000000000
  },
  "Agent": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "id",
    "name",
    "type",
    "active",
    "capabilities",
    "model",
    "priority",
    "metadata",
    "createdAt",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/AgentName"
    },
    "type": {
     "$ref": "#/components/schemas/AgentType"
    },
    "active": {
     "type": "boolean"
    },
    "capabilities": {
     "$ref": "#/components/schemas/Capabilities"
    },
    "model": {
     "$ref": "#/components/schemas/AgentModel"
    },
    "priority": {
     "$ref": "#/components/schemas/AgentPriority"
    },
    "metadata": {
     "$ref": "#/components/schemas/AgentMetadata"
    },
    "createdAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "AgentInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "type",
    "active"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/AgentName"
    },
    "type": {
     "$ref": "#/components/schemas/AgentType"
    },
    "active": {
     "type": "boolean"
    },
    "capabilities": {
     "$ref": "#/components/schemas/Capabilities"
    },
    "model": {
     "$ref": "#/components/schemas/AgentModel"
    },
    "priority": {
     "$ref": "#/components/schemas/AgentPriority"
    },
    "metadata": {
     "$ref": "#/components/schemas/AgentMetadata"
    }
   },
   "if": {
    "properties": {
     "type": {
      "const": "AI"
     }
    },
    "required": [
     "type"
    ]
   },
   "then": {
    "required": [
     "model"
    ],
    "properties": {
     "model": {
      "type": "string"
     }
    }
   },
   "else": {
    "if": {
     "properties": {
      "type": {
       "const": "HUMAN"
      }
     },
     "required": [
      "type"
     ]
    },
    "then": {
     "properties": {
      "model": {
       "type": "null"
      }
     }
    }
   }
  },
  "AgentMetadata": {
   "type": "object",
   "maxProperties": 100,
   "additionalProperties": true
  },
  "AgentModel": {
   "type": [
    "string",
    "null"
   ],
   "minLength": 1,
   "maxLength": 256,
   "pattern": "\\S"
  },
  "AgentName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 256,
   "pattern": "\\S"
  },
  "AgentPriority": {
   "type": [
    "string",
    "null"
   ],
   "enum": [
    "high",
    "medium",
    "low",
    null
   ]
  },
  "AgentType": {
   "type": "string",
   "enum": [
    "AI",
    "HUMAN"
   ]
  },
  "Capabilities": {
   "type": "array",
   "maxItems": 64,
   "items": {
    "$ref": "#/components/schemas/Capability"
   }
  },
  "Capability": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "\\S"
  },
  "ConfiguredSecrets": {
   "type": "array",
   "maxItems": 64,
   "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 64
   }
  },
  "Cost": {
   "type": "number",
   "minimum": 0,
   "maximum": 1000000000000
  },
  "EmailAddress": {
   "type": "string",
   "format": "email",
   "minLength": 3,
   "maxLength": 254
  },
  "Id": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[A-Za-z0-9_-]{1,64}$"
  },
  "Integration": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "id",
    "name",
    "description",
    "type",
    "metadata",
    "configuredSecrets",
    "status",
    "isHealthy",
    "lastHealthCheck",
    "createdAt",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/IntegrationName"
    },
    "description": {
     "$ref": "#/components/schemas/IntegrationDescription"
    },
    "type": {
     "$ref": "#/components/schemas/IntegrationTypeName"
    },
    "metadata": {
     "$ref": "#/components/schemas/IntegrationMetadata"
    },
    "configuredSecrets": {
     "$ref": "#/components/schemas/ConfiguredSecrets"
    },
    "status": {
     "$ref": "#/components/schemas/IntegrationStatus"
    },
    "isHealthy": {
     "$ref": "#/components/schemas/IsHealthy"
    },
    "lastHealthCheck": {
     "$ref": "#/components/schemas/LastHealthCheck"
    },
    "createdAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "IntegrationDescription": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 2000
  },
  "IntegrationInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "type",
    "metadata"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/IntegrationName"
    },
    "description": {
     "$ref": "#/components/schemas/IntegrationDescription"
    },
    "type": {
     "$ref": "#/components/schemas/IntegrationTypeName"
    },
    "metadata": {
     "$ref": "#/components/schemas/IntegrationMetadataInput"
    }
   }
  },
  "IntegrationMetadata": {
   "type": "object",
   "maxProperties": 64,
   "additionalProperties": {
    "type": "string",
    "maxLength": 16384
   }
  },
  "IntegrationMetadataInput": {
   "type": "object",
   "maxProperties": 64,
   "additionalProperties": true
  },
  "IntegrationName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 256,
   "pattern": "\\S"
  },
  "IntegrationStatus": {
   "type": "string",
   "enum": [
    "active",
    "inactive",
    "connecting",
    "error"
   ]
  },
  "IntegrationTypeName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$"
  },
  "IntegrationUpdate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "type",
    "metadata"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/IntegrationName"
    },
    "description": {
     "$ref": "#/components/schemas/IntegrationDescription"
    },
    "type": {
     "$ref": "#/components/schemas/IntegrationTypeName"
    },
    "metadata": {
     "$ref": "#/components/schemas/IntegrationMetadataInput"
    }
   }
  },
  "IsHealthy": {
   "type": "boolean"
  },
  "LastHealthCheck": {
   "type": [
    "string",
    "null"
   ],
   "format": "date-time",
   "minLength": 24,
   "maxLength": 24
  },
  "OptionalPersonName": {
   "type": [
    "string",
    "null"
   ],
   "minLength": 1,
   "maxLength": 128,
   "pattern": "\\S"
  },
  "PersonName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 128,
   "pattern": "\\S"
  },
  "PolicyStatus": {
   "type": "string",
   "enum": [
    "compliant",
    "non_compliant",
    "review_required"
   ]
  },
  "TemporaryPassword": {
   "type": "string",
   "format": "password",
   "minLength": 12,
   "maxLength": 128
  },
  "Timestamp": {
   "type": "string",
   "format": "date-time",
   "minLength": 24,
   "maxLength": 24,
   "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$"
  },
  "TwuAction": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "description": {
     "$ref": "#/components/schemas/TwuDefinitionDescription"
    },
    "entity": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "actors": {
     "type": "array",
     "maxItems": 2,
     "uniqueItems": true,
     "items": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN"
      ]
     }
    }
   }
  },
  "TwuActions": {
   "type": "array",
   "maxItems": 200,
   "items": {
    "$ref": "#/components/schemas/TwuAction"
   }
  },
  "TwuAttribute": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "type"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "type": {
     "type": "string",
     "enum": [
      "string",
      "number",
      "integer",
      "boolean",
      "timestamp"
     ]
    },
    "description": {
     "$ref": "#/components/schemas/TwuDefinitionDescription"
    }
   }
  },
  "TwuDefinitionDescription": {
   "type": "string",
   "maxLength": 1000
  },
  "TwuEntities": {
   "type": "array",
   "maxItems": 100,
   "items": {
    "$ref": "#/components/schemas/TwuEntity"
   }
  },
  "TwuEntity": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "description": {
     "$ref": "#/components/schemas/TwuDefinitionDescription"
    },
    "attributes": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/TwuAttribute"
     }
    }
   }
  },
  "TwuEvent": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "description": {
     "$ref": "#/components/schemas/TwuDefinitionDescription"
    },
    "entity": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "action": {
     "$ref": "#/components/schemas/TwuIdentifier"
    }
   }
  },
  "TwuEvents": {
   "type": "array",
   "maxItems": 200,
   "items": {
    "$ref": "#/components/schemas/TwuEvent"
   }
  },
  "TwuIdentifier": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
  },
  "TwuModelDescription": {
   "type": "string",
   "maxLength": 4000
  },
  "TwuModelInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "description"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuModelName"
    },
    "description": {
     "$ref": "#/components/schemas/TwuModelDescription"
    },
    "entities": {
     "$ref": "#/components/schemas/TwuEntities"
    },
    "actions": {
     "$ref": "#/components/schemas/TwuActions"
    },
    "events": {
     "$ref": "#/components/schemas/TwuEvents"
    },
    "outcomes": {
     "$ref": "#/components/schemas/TwuOutcomes"
    }
   }
  },
  "TwuModelName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 256,
   "pattern": "\\S"
  },
  "TwuModelStatus": {
   "type": "string",
   "enum": [
    "DRAFT",
    "published",
    "archived"
   ]
  },
  "TwuModelVersion": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "modelId",
    "version",
    "status",
    "name",
    "description",
    "entities",
    "actions",
    "events",
    "outcomes",
    "createdAt",
    "updatedAt",
    "publishedAt",
    "archivedAt"
   ],
   "properties": {
    "modelId": {
     "$ref": "#/components/schemas/Id"
    },
    "version": {
     "$ref": "#/components/schemas/VersionNumber"
    },
    "status": {
     "$ref": "#/components/schemas/TwuModelStatus"
    },
    "name": {
     "$ref": "#/components/schemas/TwuModelName"
    },
    "description": {
     "$ref": "#/components/schemas/TwuModelDescription"
    },
    "entities": {
     "$ref": "#/components/schemas/TwuEntities"
    },
    "actions": {
     "$ref": "#/components/schemas/TwuActions"
    },
    "events": {
     "$ref": "#/components/schemas/TwuEvents"
    },
    "outcomes": {
     "$ref": "#/components/schemas/TwuOutcomes"
    },
    "createdAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "publishedAt": {
     "type": [
      "string",
      "null"
     ],
     "format": "date-time",
     "minLength": 24,
     "maxLength": 24
    },
    "archivedAt": {
     "type": [
      "string",
      "null"
     ],
     "format": "date-time",
     "minLength": 24,
     "maxLength": 24
    }
   }
  },
  "TwuOutcome": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/TwuIdentifier"
    },
    "description": {
     "$ref": "#/components/schemas/TwuDefinitionDescription"
    },
    "expression": {
     "type": "string",
     "maxLength": 2000
    },
    "unit": {
     "type": "string",
     "maxLength": 64
    }
   }
  },
  "TwuOutcomes": {
   "type": "array",
   "maxItems": 100,
   "items": {
    "$ref": "#/components/schemas/TwuOutcome"
   }
  },
  "User": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "id",
    "username",
    "email",
    "name",
    "middleName",
    "familyName",
    "enabled",
    "createdAt",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "username": {
     "$ref": "#/components/schemas/Username"
    },
    "email": {
     "$ref": "#/components/schemas/EmailAddress"
    },
    "name": {
     "$ref": "#/components/schemas/PersonName"
    },
    "middleName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "familyName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "enabled": {
     "type": "boolean"
    },
    "createdAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "UserCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "username",
    "email",
    "name",
    "temporaryPassword"
   ],
   "properties": {
    "username": {
     "$ref": "#/components/schemas/Username"
    },
    "email": {
     "$ref": "#/components/schemas/EmailAddress"
    },
    "name": {
     "$ref": "#/components/schemas/PersonName"
    },
    "middleName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "familyName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "temporaryPassword": {
     "$ref": "#/components/schemas/TemporaryPassword"
    }
   }
  },
  "UserUpdate": {
   "type": "object",
   "additionalProperties": false,
   "properties": {
    "username": {
     "$ref": "#/components/schemas/Username"
    },
    "email": {
     "$ref": "#/components/schemas/EmailAddress"
    },
    "name": {
     "$ref": "#/components/schemas/PersonName"
    },
    "middleName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "familyName": {
     "$ref": "#/components/schemas/OptionalPersonName"
    },
    "enabled": {
     "type": "boolean"
    },
    "temporaryPassword": {
     "$ref": "#/components/schemas/TemporaryPassword"
    }
   }
  },
  "Username": {
   "type": "string",
   "minLength": 1,
   "maxLength": 128,
   "pattern": "^\\S+$"
  },
  "VersionNumber": {
   "type": "integer",
   "minimum": 1,
   "maximum": 2147483647
  },
  "WorkLedgerEntry": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "id",
    "title",
    "description",
    "type",
    "status",
    "createdAt",
    "updatedAt",
    "entityId",
    "relatedEntity",
    "actors",
    "activeTime",
    "cost",
    "policyStatus",
    "modelName"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "title": {
     "type": "string",
     "minLength": 1,
     "maxLength": 512
    },
    "description": {
     "type": "string",
     "maxLength": 4000
    },
    "type": {
     "$ref": "#/components/schemas/WorkLedgerType"
    },
    "status": {
     "$ref": "#/components/schemas/WorkLedgerStatus"
    },
    "createdAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "entityId": {
     "type": "string",
     "minLength": 1,
     "maxLength": 128
    },
    "relatedEntity": {
     "type": "string",
     "minLength": 1,
     "maxLength": 512
    },
    "actors": {
     "type": "array",
     "minItems": 1,
     "maxItems": 2,
     "uniqueItems": true,
     "items": {
      "type": "string",
      "enum": [
       "AI",
       "HUMAN"
      ]
     }
    },
    "activeTime": {
     "$ref": "#/components/schemas/ActiveTime"
    },
    "cost": {
     "$ref": "#/components/schemas/Cost"
    },
    "policyStatus": {
     "$ref": "#/components/schemas/PolicyStatus"
    },
    "modelName": {
     "$ref": "#/components/schemas/WorkLedgerModelName"
    }
   }
  },
  "WorkLedgerModelName": {
   "type": "string",
   "minLength": 1,
   "maxLength": 256
  },
  "WorkLedgerStatus": {
   "type": "string",
   "enum": [
    "completed",
    "in_progress",
    "pending",
    "failed"
   ]
  },
  "WorkLedgerType": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64
  }
 },
 "titles": {
  "invalid_request": "The request breaks the contract.",
  "malformed_json": "The body is not JSON.",
  "malformed_http": "The request is not HTTP.",
  "invalid_cursor": "The cursor does not belong to this list.",
  "page_too_deep": "The page is too deep for page numbers.",
  "token_missing": "Authentication is required.",
  "token_invalid": "The token is not accepted.",
  "token_expired": "The token has expired.",
  "role_missing": "The caller's roles do not open this operation.",
  "user_disabled": "The user is disabled.",
  "path_not_found": "There is nothing at this path.",
  "instance_not_found": "Instance configuration not available.",
  "user_not_found": "There is no such user.",
  "agent_not_found": "There is no such agent.",
  "integration_not_found": "There is no such integration.",
  "integration_type_not_found": "There is no such integration type.",
  "ledger_entry_not_found": "There is no such work ledger entry.",
  "twu_model_not_found": "There is no such TWU model.",
  "twu_model_version_not_found": "There is no such version of the TWU model.",
  "method_not_allowed": "The path does not take this method.",
  "not_acceptable": "The answer cannot be given in an accepted media type.",
  "request_timeout": "The request took too long to arrive.",
  "username_taken": "The username is taken.",
  "email_taken": "The email address is taken.",
  "idempotency_key_in_use": "A request with this Idempotency-Key is still running.",
  "draft_exists": "The TWU model has a draft already.",
  "draft_missing": "The TWU model has no draft.",
  "version_not_draft": "The version is not a draft.",
  "precondition_failed": "The resource has changed.",
  "payload_too_large": "The body is too large.",
  "unsupported_media_type": "The body's media type is not supported.",
  "idempotency_key_reused": "The Idempotency-Key was used with another payload.",
  "invalid_integration": "The configuration does not fit the integration type.",
  "draft_incomplete": "The draft cannot be published yet.",
  "search_too_broad": "The search occurs in too many entries.",
  "rate_limited": "Too many requests.",
  "headers_too_large": "The request's headers are too large.",
  "internal_error": "Something went wrong on our side.",
  "temporarily_unavailable": "The service cannot serve this just now."
 },
 "problems": {
  "BadListRequestProblem": {
   "codes": [
    "invalid_request",
    "invalid_cursor",
    "page_too_deep"
   ],
   "examples": [
    {
     "code": "invalid_request",
     "detail": "query/size must be <= 200.",
     "errors": [
      {
       "in": "query",
       "pointer": "/size",
       "code": "maximum",
       "message": "must be <= 200"
      }
     ]
    },
    {
     "code": "invalid_cursor",
     "detail": "query/cursor belongs to another list, filter or sort: begin at the first page.",
     "errors": [
      {
       "in": "query",
       "pointer": "/cursor",
       "code": "invalid_cursor",
       "message": "belongs to another list, filter or sort: begin at the first page"
      }
     ]
    },
    {
     "code": "page_too_deep",
     "detail": "query/page is too deep: follow page.next with cursor instead.",
     "errors": [
      {
       "in": "query",
       "pointer": "/page",
       "code": "page_too_deep",
       "message": "is too deep: follow page.next with cursor instead"
      }
     ]
    }
   ]
  },
  "UnauthorizedProblem": {
   "codes": [
    "token_missing",
    "token_invalid",
    "token_expired"
   ],
   "examples": [
    {
     "code": "token_missing",
     "detail": "Send an access token: \"Authorization: Bearer <token>\".",
     "errors": []
    },
    {
     "code": "token_invalid",
     "detail": "The token is malformed, or was issued by another provider, for another audience or without the claims needed.",
     "errors": []
    },
    {
     "code": "token_expired",
     "detail": "Get a new access token from your identity provider.",
     "errors": []
    }
   ]
  },
  "ForbiddenProblem": {
   "codes": [
    "role_missing",
    "user_disabled"
   ],
   "examples": [
    {
     "code": "role_missing",
     "detail": "This operation is open to Administrator, Editor. Ask an administrator of your identity provider for one of these roles.",
     "errors": []
    },
    {
     "code": "user_disabled",
     "detail": "Your account is disabled in this instance. Ask an administrator to enable it.",
     "errors": []
    }
   ]
  },
  "InstanceNotFoundProblem": {
   "codes": [
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "instance_not_found",
     "detail": "Check the instance identifier in the path, and that your token was issued for that instance.",
     "errors": []
    }
   ]
  },
  "NotAcceptableProblem": {
   "codes": [
    "not_acceptable"
   ],
   "examples": [
    {
     "code": "not_acceptable",
     "detail": "Accept application/json and application/problem+json, or send no Accept header.",
     "errors": []
    }
   ]
  },
  "TooManyRequestsProblem": {
   "codes": [
    "rate_limited"
   ],
   "examples": [
    {
     "code": "rate_limited",
     "detail": "Wait for the seconds in Retry-After.",
     "errors": []
    }
   ]
  },
  "InternalProblem": {
   "codes": [
    "internal_error"
   ],
   "examples": [
    {
     "code": "internal_error",
     "detail": "The fault is logged under this request id. Nothing was changed.",
     "errors": []
    }
   ]
  },
  "UnavailableProblem": {
   "codes": [
    "temporarily_unavailable"
   ],
   "examples": [
    {
     "code": "temporarily_unavailable",
     "detail": "The service is busy or its database cannot be reached. Send the request again shortly.",
     "errors": []
    }
   ]
  },
  "BadBodyRequestProblem": {
   "codes": [
    "invalid_request",
    "malformed_json"
   ],
   "examples": [
    {
     "code": "invalid_request",
     "detail": "body/name must have required property 'name'.",
     "errors": [
      {
       "in": "body",
       "pointer": "/name",
       "code": "required",
       "message": "must have required property 'name'"
      }
     ]
    },
    {
     "code": "malformed_json",
     "detail": "The body is not JSON at character 8.",
     "errors": [
      {
       "in": "body",
       "pointer": "",
       "code": "json",
       "message": "is not JSON at character 8"
      }
     ]
    }
   ]
  },
  "UserCreateConflictProblem": {
   "codes": [
    "username_taken",
    "email_taken",
    "idempotency_key_in_use"
   ],
   "examples": [
    {
     "code": "username_taken",
     "detail": "Another user of this instance has this username. Choose another.",
     "errors": [
      {
       "in": "body",
       "pointer": "/username",
       "code": "taken",
       "message": "is the username of another user"
      }
     ]
    },
    {
     "code": "email_taken",
     "detail": "Another user of this instance has this email address. Choose another.",
     "errors": [
      {
       "in": "body",
       "pointer": "/email",
       "code": "taken",
       "message": "is the email address of another user"
      }
     ]
    }
   ]
  },
  "PayloadTooLargeProblem": {
   "codes": [
    "payload_too_large"
   ],
   "examples": [
    {
     "code": "payload_too_large",
     "detail": "This operation takes bodies of at most 65536 bytes.",
     "errors": []
    }
   ]
  },
  "UnsupportedMediaTypeProblem": {
   "codes": [
    "unsupported_media_type"
   ],
   "examples": [
    {
     "code": "unsupported_media_type",
     "detail": "Send the body as \"Content-Type: application/json\", in UTF-8 and without content encoding.",
     "errors": []
    }
   ]
  },
  "IdempotencyMismatchProblem": {
   "codes": [
    "idempotency_key_reused"
   ],
   "examples": [
    {
     "code": "idempotency_key_reused",
     "detail": "This key belongs to a request with another payload. Use a new key for a new change.",
     "errors": [
      {
       "in": "header",
       "pointer": "/idempotency-key",
       "code": "reused",
       "message": "was used with another payload"
      }
     ]
    }
   ]
  },
  "BadRequestProblem": {
   "codes": [
    "invalid_request"
   ],
   "examples": [
    {
     "code": "invalid_request",
     "detail": "query/verbose is not a parameter of this operation.",
     "errors": [
      {
       "in": "query",
       "pointer": "/verbose",
       "code": "unknown",
       "message": "is not a parameter of this operation"
      }
     ]
    }
   ]
  },
  "UserNotFoundProblem": {
   "codes": [
    "user_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "user_not_found",
     "detail": "The instance holds no user with this identifier.",
     "errors": []
    }
   ]
  },
  "UserConflictProblem": {
   "codes": [
    "username_taken",
    "email_taken"
   ],
   "examples": [
    {
     "code": "username_taken",
     "detail": "Another user of this instance has this username. Choose another.",
     "errors": [
      {
       "in": "body",
       "pointer": "/username",
       "code": "taken",
       "message": "is the username of another user"
      }
     ]
    },
    {
     "code": "email_taken",
     "detail": "Another user of this instance has this email address. Choose another.",
     "errors": [
      {
       "in": "body",
       "pointer": "/email",
       "code": "taken",
       "message": "is the email address of another user"
      }
     ]
    }
   ]
  },
  "PreconditionFailedProblem": {
   "codes": [
    "precondition_failed"
   ],
   "examples": [
    {
     "code": "precondition_failed",
     "detail": "Read the resource again, apply your change to it, and send the ETag that you get.",
     "errors": []
    }
   ]
  },
  "IdempotencyConflictProblem": {
   "codes": [
    "idempotency_key_in_use"
   ],
   "examples": [
    {
     "code": "idempotency_key_in_use",
     "detail": "The first request with this key has not been answered yet. Send this one again in a second. If the server was stopped in the middle of the first, the key is free again within a minute.",
     "errors": []
    }
   ]
  },
  "AgentNotFoundProblem": {
   "codes": [
    "agent_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "agent_not_found",
     "detail": "The instance holds no agent with this identifier.",
     "errors": []
    }
   ]
  },
  "InvalidIntegrationOrKeyProblem": {
   "codes": [
    "invalid_integration",
    "idempotency_key_reused"
   ],
   "examples": [
    {
     "code": "invalid_integration",
     "detail": "Instance URL is missing.",
     "errors": [
      {
       "in": "body",
       "pointer": "/metadata/instanceUrl",
       "code": "missing",
       "message": "Instance URL is missing."
      }
     ]
    }
   ]
  },
  "IntegrationNotFoundProblem": {
   "codes": [
    "integration_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "integration_not_found",
     "detail": "The instance holds no integration with this identifier.",
     "errors": []
    }
   ]
  },
  "InvalidIntegrationProblem": {
   "codes": [
    "invalid_integration"
   ],
   "examples": [
    {
     "code": "invalid_integration",
     "detail": "Instance URL is missing.",
     "errors": [
      {
       "in": "body",
       "pointer": "/metadata/instanceUrl",
       "code": "missing",
       "message": "Instance URL is missing."
      }
     ]
    }
   ]
  },
  "IntegrationTypeNotFoundProblem": {
   "codes": [
    "integration_type_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "integration_type_not_found",
     "detail": "There is no such integration type. GET .../integration-types lists them.",
     "errors": []
    }
   ]
  },
  "SearchTooBroadProblem": {
   "codes": [
    "search_too_broad"
   ],
   "examples": [
    {
     "code": "search_too_broad",
     "detail": "Make the search longer, or add filters, so that fewer entries have to be searched.",
     "errors": [
      {
       "in": "query",
       "pointer": "/search",
       "code": "broad",
       "message": "occurs in too many entries"
      }
     ]
    }
   ]
  },
  "LedgerEntryNotFoundProblem": {
   "codes": [
    "ledger_entry_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "ledger_entry_not_found",
     "detail": "The instance holds no work ledger entry with this identifier.",
     "errors": []
    }
   ]
  },
  "TwuModelNotFoundProblem": {
   "codes": [
    "twu_model_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "twu_model_not_found",
     "detail": "The instance holds no TWU model with this identifier.",
     "errors": []
    }
   ]
  },
  "DraftMissingProblem": {
   "codes": [
    "draft_missing",
    "idempotency_key_in_use"
   ],
   "examples": [
    {
     "code": "draft_missing",
     "detail": "There is no draft to publish. Create a new version; it starts as one.",
     "errors": []
    }
   ]
  },
  "DraftIncompleteProblem": {
   "codes": [
    "draft_incomplete",
    "idempotency_key_reused"
   ],
   "examples": [
    {
     "code": "draft_incomplete",
     "detail": "The draft has 1 fault; all are listed in errors, with pointers into the draft.",
     "errors": [
      {
       "in": "body",
       "pointer": "/events/0/action",
       "code": "unresolved",
       "message": "names closeTicket, which is no action of the model"
      }
     ]
    }
   ]
  },
  "DraftExistsProblem": {
   "codes": [
    "draft_exists",
    "idempotency_key_in_use"
   ],
   "examples": [
    {
     "code": "draft_exists",
     "detail": "Version 2 is a draft. Edit, publish or archive it before you create another version.",
     "errors": []
    }
   ]
  },
  "TwuModelVersionNotFoundProblem": {
   "codes": [
    "twu_model_version_not_found",
    "twu_model_not_found",
    "instance_not_found"
   ],
   "examples": [
    {
     "code": "twu_model_version_not_found",
     "detail": "The TWU model has no version 9.",
     "errors": []
    }
   ]
  },
  "VersionNotDraftProblem": {
   "codes": [
    "version_not_draft"
   ],
   "examples": [
    {
     "code": "version_not_draft",
     "detail": "Version 1 is published and never changes. Create a new version to change the model.",
     "errors": []
    }
   ]
  }
 },
 "integrationTypes": [
  {
   "type": "ACTIVE_CAMPAIGN",
   "name": "ActiveCampaign",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiUrl",
     "label": "API URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]+\\.(?:activehosted\\.com|api-us1\\.com)/?$",
     "example": "https://acme.activehosted.com",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "AIRCALL",
   "name": "Aircall",
   "group": "contact_center",
   "fields": [
    {
     "key": "apiId",
     "label": "API ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-zA-Z0-9_\\-]{8,128}$",
     "example": "00000000000000000000000000000000"
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "AIRTABLE",
   "name": "Airtable",
   "group": "data_documents",
   "fields": [
    {
     "key": "accessToken",
     "label": "Personal Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "AMAZON_CONNECT",
   "name": "Amazon Connect",
   "group": "contact_center",
   "fields": [
    {
     "key": "instanceId",
     "label": "Instance ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9\\-]{1,100}$",
     "example": "11111111-2222-3333-4444-555555555555",
     "hint": "last part of the instance ARN"
    },
    {
     "key": "accessKeyId",
     "label": "Access Key ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Z0-9]{16,128}$",
     "example": "AKIAIOSFODNN7EXAMPLE"
    },
    {
     "key": "secretAccessKey",
     "label": "Secret Access Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]{2}(?:-gov)?-(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-[1-9]$",
     "example": "us-east-1",
     "host": true
    },
    {
     "key": "sessionToken",
     "label": "Session Token",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "only for temporary (ASIA...) keys"
    }
   ]
  },
  {
   "type": "ANTHROPIC",
   "name": "Anthropic",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with sk-ant-"
    },
    {
     "key": "apiVersion",
     "label": "API Version",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
     "default": "2023-06-01"
    }
   ]
  },
  {
   "type": "APOLLO",
   "name": "Apollo.io",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ASANA",
   "name": "Asana",
   "group": "other",
   "fields": [
    {
     "key": "accessToken",
     "label": "Personal Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ASSEMBLYAI",
   "name": "AssemblyAI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ATTIO",
   "name": "Attio",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "AWS_BEDROCK",
   "name": "Amazon Bedrock",
   "group": "ai_agents",
   "fields": [
    {
     "key": "accessKeyId",
     "label": "Access Key ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Z0-9]{16,128}$",
     "example": "AKIAIOSFODNN7EXAMPLE"
    },
    {
     "key": "secretAccessKey",
     "label": "Secret Access Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]{2}(?:-gov)?-(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-[1-9]$",
     "example": "us-east-1",
     "host": true
    },
    {
     "key": "sessionToken",
     "label": "Session Token",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "only for temporary (ASIA...) keys"
    }
   ]
  },
  {
   "type": "AWS_S3",
   "name": "Amazon S3",
   "group": "data_documents",
   "fields": [
    {
     "key": "bucket",
     "label": "Bucket",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9][a-z0-9.\\-]{1,61}[a-z0-9]$",
     "example": "acme-documents"
    },
    {
     "key": "accessKeyId",
     "label": "Access Key ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Z0-9]{16,128}$",
     "example": "AKIAIOSFODNN7EXAMPLE"
    },
    {
     "key": "secretAccessKey",
     "label": "Secret Access Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]{2}(?:-gov)?-(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-[1-9]$",
     "example": "us-east-1",
     "host": true
    },
    {
     "key": "sessionToken",
     "label": "Session Token",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "only for temporary (ASIA...) keys"
    }
   ]
  },
  {
   "type": "AZURE_OPENAI",
   "name": "Azure OpenAI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "endpoint",
     "label": "Endpoint",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]+\\.(?:openai\\.azure\\.com|cognitiveservices\\.azure\\.com|services\\.ai\\.azure\\.com)/?$",
     "example": "https://acme.openai.azure.com",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "apiVersion",
     "label": "API Version",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^\\d{4}-\\d{2}-\\d{2}(?:-preview)?$",
     "default": "2024-10-21"
    }
   ]
  },
  {
   "type": "BOX",
   "name": "Box",
   "group": "data_documents",
   "fields": [
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9]{32}$",
     "example": "00000000000000000000000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "enterpriseId",
     "label": "Enterprise ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[0-9]{1,20}$",
     "example": "123456"
    }
   ]
  },
  {
   "type": "CAPSULE_CRM",
   "name": "Capsule CRM",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "CLOSE",
   "name": "Close",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with api_"
    }
   ]
  },
  {
   "type": "COHERE",
   "name": "Cohere",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "CONFLUENCE",
   "name": "Atlassian Confluence Cloud",
   "group": "data_documents",
   "fields": [
    {
     "key": "subdomain",
     "label": "Site",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .atlassian.net",
     "host": true
    },
    {
     "key": "email",
     "label": "Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+$",
     "example": "user@example.com"
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "COPPER",
   "name": "Copper",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "userEmail",
     "label": "User Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+$",
     "example": "user@example.com"
    }
   ]
  },
  {
   "type": "DATABRICKS",
   "name": "Databricks",
   "group": "data_documents",
   "fields": [
    {
     "key": "workspaceUrl",
     "label": "Workspace URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]+(?:\\.[a-z0-9\\-]+)*\\.(?:cloud\\.databricks\\.com|gcp\\.databricks\\.com|azuredatabricks\\.net)/?$",
     "example": "https://dbc-a1b2345c-d6e7.cloud.databricks.com",
     "host": true
    },
    {
     "key": "accessToken",
     "label": "Personal Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with dapi"
    }
   ]
  },
  {
   "type": "DEEPGRAM",
   "name": "Deepgram",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "DIALPAD",
   "name": "Dialpad",
   "group": "contact_center",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "environment",
     "label": "Environment",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "production",
      "sandbox"
     ],
     "default": "production",
     "host": true
    }
   ]
  },
  {
   "type": "DIXA",
   "name": "Dixa",
   "group": "contact_center",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "DROPBOX",
   "name": "Dropbox",
   "group": "data_documents",
   "fields": [
    {
     "key": "appKey",
     "label": "App key",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9]{10,32}$",
     "example": "exampleappkey00"
    },
    {
     "key": "appSecret",
     "label": "App secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "refreshToken",
     "label": "Refresh token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ELASTICSEARCH",
   "name": "Elasticsearch",
   "group": "data_documents",
   "fields": [
    {
     "key": "url",
     "label": "Cluster URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[A-Za-z0-9][A-Za-z0-9.\\-]{0,252}(?::[0-9]{1,5})?/?$",
     "example": "https://acme.es.us-east-1.aws.elastic.cloud",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key (encoded)",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ELEVENLABS",
   "name": "ElevenLabs",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with sk_"
    }
   ]
  },
  {
   "type": "FIVE9",
   "name": "Five9",
   "group": "contact_center",
   "fields": [
    {
     "key": "username",
     "label": "Username",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\s:]{3,256}$",
     "example": "admin@example.com"
    },
    {
     "key": "password",
     "label": "Password",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "format": "password"
    },
    {
     "key": "dataCenter",
     "label": "Data center",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "US",
      "EU",
      "CA"
     ],
     "default": "US",
     "host": true
    }
   ]
  },
  {
   "type": "FRESHDESK",
   "name": "Freshdesk",
   "group": "contact_center",
   "fields": [
    {
     "key": "subdomain",
     "label": "Subdomain",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .freshdesk.com",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "FRESHSALES",
   "name": "Freshsales",
   "group": "crm_sales",
   "fields": [
    {
     "key": "bundleAlias",
     "label": "Bundle alias",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .myfreshworks.com",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "FRONT",
   "name": "Front",
   "group": "contact_center",
   "fields": [
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "GENESYS_CLOUD",
   "name": "Genesys Cloud CX",
   "group": "contact_center",
   "fields": [
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "us-east-1",
      "us-east-2",
      "us-west-2",
      "ca-central-1",
      "sa-east-1",
      "eu-west-1",
      "eu-west-2",
      "eu-central-1",
      "eu-central-2",
      "me-central-1",
      "ap-south-1",
      "ap-northeast-1",
      "ap-northeast-2",
      "ap-northeast-3",
      "ap-southeast-1",
      "ap-southeast-2"
     ],
     "example": "us-east-1",
     "host": true
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "GITHUB",
   "name": "GitHub",
   "group": "other",
   "fields": [
    {
     "key": "accessToken",
     "label": "Personal Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "GITLAB",
   "name": "GitLab",
   "group": "other",
   "fields": [
    {
     "key": "baseUrl",
     "label": "Base URL",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[A-Za-z0-9][A-Za-z0-9.\\-]{0,252}(?::[0-9]{1,5})?/?$",
     "default": "https://gitlab.com",
     "example": "https://gitlab.com",
     "host": true
    },
    {
     "key": "accessToken",
     "label": "Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with glpat-"
    }
   ]
  },
  {
   "type": "GONG",
   "name": "Gong",
   "group": "crm_sales",
   "fields": [
    {
     "key": "accessKey",
     "label": "Access Key",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9\\-]{8,128}$",
     "example": "EXAMPLEACCESSKEY"
    },
    {
     "key": "accessKeySecret",
     "label": "Access Key Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "baseUrl",
     "label": "API base URL",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://(?:[a-z0-9\\-]+\\.)?api\\.gong\\.io/?$",
     "default": "https://api.gong.io",
     "example": "https://us-00000.api.gong.io",
     "host": true
    }
   ]
  },
  {
   "type": "GOOGLE_BIGQUERY",
   "name": "Google BigQuery",
   "group": "data_documents",
   "fields": [
    {
     "key": "projectId",
     "label": "Project ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z][a-z0-9\\-]{4,28}[a-z0-9]$",
     "example": "example-project"
    },
    {
     "key": "serviceAccountEmail",
     "label": "Service Account Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[a-zA-Z0-9._%+\\-]+@[a-z0-9.\\-]+\\.iam\\.gserviceaccount\\.com$",
     "example": "bot@example-project.iam.gserviceaccount.com"
    },
    {
     "key": "privateKey",
     "label": "Private Key (PEM)",
     "required": true,
     "secret": true,
     "maxLength": 16384,
     "format": "pem",
     "pattern": "^-----BEGIN PRIVATE KEY-----[A-Za-z0-9+\\/=\\s]+-----END PRIVATE KEY-----\\s*$"
    }
   ]
  },
  {
   "type": "GOOGLE_DIALOGFLOW_CX",
   "name": "Google Dialogflow CX",
   "group": "ai_agents",
   "fields": [
    {
     "key": "projectId",
     "label": "Project ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z][a-z0-9\\-]{4,28}[a-z0-9]$",
     "example": "example-project"
    },
    {
     "key": "location",
     "label": "Location",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]+(?:-[a-z]+[0-9]{1,2})?$",
     "example": "us-central1",
     "host": true
    },
    {
     "key": "serviceAccountEmail",
     "label": "Service Account Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[a-zA-Z0-9._%+\\-]+@[a-z0-9.\\-]+\\.iam\\.gserviceaccount\\.com$",
     "example": "bot@example-project.iam.gserviceaccount.com"
    },
    {
     "key": "privateKey",
     "label": "Private Key (PEM)",
     "required": true,
     "secret": true,
     "maxLength": 16384,
     "format": "pem",
     "pattern": "^-----BEGIN PRIVATE KEY-----[A-Za-z0-9+\\/=\\s]+-----END PRIVATE KEY-----\\s*$"
    }
   ]
  },
  {
   "type": "GOOGLE_DRIVE",
   "name": "Google Drive",
   "group": "data_documents",
   "fields": [
    {
     "key": "serviceAccountEmail",
     "label": "Service Account Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[a-zA-Z0-9._%+\\-]+@[a-z0-9.\\-]+\\.iam\\.gserviceaccount\\.com$",
     "example": "bot@example-project.iam.gserviceaccount.com"
    },
    {
     "key": "privateKey",
     "label": "Private Key (PEM)",
     "required": true,
     "secret": true,
     "maxLength": 16384,
     "format": "pem",
     "pattern": "^-----BEGIN PRIVATE KEY-----[A-Za-z0-9+\\/=\\s]+-----END PRIVATE KEY-----\\s*$"
    },
    {
     "key": "delegatedUserEmail",
     "label": "Delegated User Email",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$",
     "example": "user@example.com",
     "hint": "domain-wide delegation subject (JWT sub)"
    }
   ]
  },
  {
   "type": "GOOGLE_GEMINI",
   "name": "Google Gemini API",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "GORGIAS",
   "name": "Gorgias",
   "group": "contact_center",
   "fields": [
    {
     "key": "subdomain",
     "label": "Subdomain",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .gorgias.com",
     "host": true
    },
    {
     "key": "email",
     "label": "Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+$",
     "example": "agent@example.com"
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "GROQ",
   "name": "Groq",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with gsk_"
    }
   ]
  },
  {
   "type": "GURU",
   "name": "Guru",
   "group": "data_documents",
   "fields": [
    {
     "key": "username",
     "label": "User or collection ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\s:]{3,256}$",
     "example": "user@example.com"
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "HELP_SCOUT",
   "name": "Help Scout",
   "group": "contact_center",
   "fields": [
    {
     "key": "appId",
     "label": "App ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9]{8,128}$",
     "example": "exampleappid0000"
    },
    {
     "key": "appSecret",
     "label": "App Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "HTTP",
   "name": "Generic HTTP API",
   "group": "other",
   "fields": [
    {
     "key": "baseUrl",
     "label": "Base URL",
     "required": true,
     "secret": false,
     "maxLength": 2048,
     "format": "uri",
     "pattern": "^https://[A-Za-z0-9][A-Za-z0-9.\\-]{0,252}(?::[0-9]{1,5})?(?:/[^\\s#@?\\\\]*)?$",
     "example": "https://api.example.com",
     "host": true
    },
    {
     "key": "testPath",
     "label": "Test path",
     "required": false,
     "secret": false,
     "maxLength": 1024,
     "pattern": "^/[^\\s#\\\\]{0,1000}$",
     "default": "/",
     "example": "/health"
    },
    {
     "key": "authType",
     "label": "Authentication",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "none",
      "basic",
      "bearer",
      "header"
     ],
     "default": "none"
    },
    {
     "key": "username",
     "label": "Username",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "when": {
      "authType": "basic"
     },
     "pattern": "^[^\\s:]{1,256}$",
     "example": "svc"
    },
    {
     "key": "password",
     "label": "Password",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "when": {
      "authType": "basic"
     },
     "format": "password"
    },
    {
     "key": "token",
     "label": "Bearer token",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "when": {
      "authType": "bearer"
     },
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "headerName",
     "label": "Header name",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "when": {
      "authType": "header"
     },
     "pattern": "^[A-Za-z0-9!#$%&'*+.^_`\\|~\\-]{1,64}$",
     "example": "X-Api-Key",
     "forbidden": [
      "Host",
      "Content-Length",
      "Transfer-Encoding",
      "Connection",
      "Cookie",
      "Keep-Alive",
      "Upgrade",
      "Expect",
      "TE",
      "Trailer"
     ]
    },
    {
     "key": "headerValue",
     "label": "Header value",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "when": {
      "authType": "header"
     },
     "pattern": "^[\\x20-\\x7E]{1,4096}$"
    }
   ]
  },
  {
   "type": "HUBSPOT",
   "name": "HubSpot",
   "group": "crm_sales",
   "fields": [
    {
     "key": "accessToken",
     "label": "Private App Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with pat-na1- or pat-eu1-"
    }
   ]
  },
  {
   "type": "HUGGING_FACE",
   "name": "Hugging Face",
   "group": "ai_agents",
   "fields": [
    {
     "key": "accessToken",
     "label": "Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with hf_"
    }
   ]
  },
  {
   "type": "INSIGHTLY",
   "name": "Insightly",
   "group": "crm_sales",
   "fields": [
    {
     "key": "pod",
     "label": "Pod",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]{2}[0-9]{1,2}$",
     "example": "na1",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "INTERCOM",
   "name": "Intercom",
   "group": "contact_center",
   "fields": [
    {
     "key": "accessToken",
     "label": "Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "US",
      "EU",
      "AU"
     ],
     "default": "US",
     "host": true
    }
   ]
  },
  {
   "type": "JIRA",
   "name": "Atlassian Jira Cloud",
   "group": "other",
   "fields": [
    {
     "key": "subdomain",
     "label": "Site",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .atlassian.net",
     "host": true
    },
    {
     "key": "email",
     "label": "Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+$",
     "example": "user@example.com"
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "KLAVIYO",
   "name": "Klaviyo",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "Private API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with pk_"
    }
   ]
  },
  {
   "type": "KUSTOMER",
   "name": "Kustomer",
   "group": "contact_center",
   "fields": [
    {
     "key": "orgName",
     "label": "Organization name",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .api.kustomerapp.com",
     "host": true
    },
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "LINEAR",
   "name": "Linear",
   "group": "other",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with lin_api_"
    }
   ]
  },
  {
   "type": "MICROSOFT_DYNAMICS_365",
   "name": "Microsoft Dynamics 365 (Dataverse)",
   "group": "crm_sales",
   "fields": [
    {
     "key": "environmentUrl",
     "label": "Environment URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]+(?:\\.api)?\\.crm[0-9]{0,2}\\.dynamics\\.com/?$",
     "example": "https://acme.crm.dynamics.com",
     "host": true
    },
    {
     "key": "tenantId",
     "label": "Tenant ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "the secret VALUE, not the secret ID"
    }
   ]
  },
  {
   "type": "MICROSOFT_TEAMS",
   "name": "Microsoft Teams",
   "group": "other",
   "fields": [
    {
     "key": "tenantId",
     "label": "Tenant ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "the secret VALUE, not the secret ID"
    }
   ]
  },
  {
   "type": "MISTRAL",
   "name": "Mistral AI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "MONGODB_ATLAS",
   "name": "MongoDB Atlas (Administration API)",
   "group": "data_documents",
   "fields": [
    {
     "key": "clientId",
     "label": "Service account client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^mdb_sa_id_[A-Za-z0-9]{8,64}$",
     "example": "mdb_sa_id_000000000000000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Service account client secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with mdb_sa_sk_"
    }
   ]
  },
  {
   "type": "NICE_CXONE",
   "name": "NICE CXone",
   "group": "contact_center",
   "fields": [
    {
     "key": "accessKeyId",
     "label": "Access Key ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[\\x21-\\x7E]{8,256}$",
     "example": "EXAMPLEACCESSKEYID"
    },
    {
     "key": "accessKeySecret",
     "label": "Access Key Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[\\x21-\\x7E]{3,256}$",
     "example": "exampleApp@Example"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "area",
     "label": "API area",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z]{1,3}[0-9]{1,2}$",
     "example": "na1",
     "hint": "only for calls after the test; discoverable from /.well-known/cxone-configuration?tenantId=",
     "host": true
    }
   ]
  },
  {
   "type": "NOTION",
   "name": "Notion",
   "group": "data_documents",
   "fields": [
    {
     "key": "apiKey",
     "label": "Internal Integration Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with secret_ or ntn_"
    }
   ]
  },
  {
   "type": "OKTA",
   "name": "Okta",
   "group": "other",
   "fields": [
    {
     "key": "orgUrl",
     "label": "Okta domain URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]{1,63}\\.okta(?:preview|-emea)?\\.com/?$",
     "example": "https://dev-00000000.okta.com",
     "host": true
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "OPENAI",
   "name": "OpenAI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with sk-"
    },
    {
     "key": "organizationId",
     "label": "Organization ID",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^org-[A-Za-z0-9]{8,64}$",
     "example": "org-EXAMPLE00"
    },
    {
     "key": "projectId",
     "label": "Project ID",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^proj_[A-Za-z0-9]{8,64}$",
     "example": "proj_EXAMPLE00"
    }
   ]
  },
  {
   "type": "PAGERDUTY",
   "name": "PagerDuty",
   "group": "other",
   "fields": [
    {
     "key": "apiKey",
     "label": "REST API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "PINECONE",
   "name": "Pinecone",
   "group": "data_documents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with pcsk_"
    }
   ]
  },
  {
   "type": "PIPEDRIVE",
   "name": "Pipedrive",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "POSTGRESQL",
   "name": "PostgreSQL",
   "group": "data_documents",
   "fields": [
    {
     "key": "host",
     "label": "Host",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "hostname",
     "pattern": "^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?)*$",
     "example": "db.example.com",
     "host": true
    },
    {
     "key": "port",
     "label": "Port",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$",
     "default": "5432",
     "host": true
    },
    {
     "key": "database",
     "label": "Database",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\x00-\\x1f]{1,63}$",
     "example": "app"
    },
    {
     "key": "username",
     "label": "Username",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\x00-\\x1f]{1,63}$",
     "example": "reader"
    },
    {
     "key": "password",
     "label": "Password",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "format": "password"
    },
    {
     "key": "sslMode",
     "label": "SSL mode",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "require",
      "verify-full"
     ],
     "default": "require"
    }
   ]
  },
  {
   "type": "REPLICATE",
   "name": "Replicate",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with r8_"
    }
   ]
  },
  {
   "type": "RETELL_AI",
   "name": "Retell AI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "RINGCENTRAL",
   "name": "RingCentral",
   "group": "contact_center",
   "fields": [
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9_\\-]{8,128}$",
     "example": "exampleClientId0000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "jwt",
     "label": "JWT credential",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[A-Za-z0-9_\\-]+\\.[A-Za-z0-9_\\-]+\\.[A-Za-z0-9_\\-]+$"
    },
    {
     "key": "serverUrl",
     "label": "Server URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "https://platform.ringcentral.com",
      "https://platform.devtest.ringcentral.com"
     ],
     "default": "https://platform.ringcentral.com",
     "host": true
    }
   ]
  },
  {
   "type": "SALESFORCE",
   "name": "Salesforce",
   "group": "crm_sales",
   "fields": [
    {
     "key": "instanceUrl",
     "label": "Instance URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://(?:[a-z0-9\\-]+\\.)+my\\.salesforce\\.com/?$|^https://(?:login|test)\\.salesforce\\.com/?$",
     "example": "https://acme.my.salesforce.com",
     "hint": "My Domain URL, not *.lightning.force.com",
     "host": true
    },
    {
     "key": "consumerKey",
     "label": "Consumer Key",
     "required": true,
     "secret": false,
     "maxLength": 300,
     "pattern": "^[A-Za-z0-9._+\\/=]{20,300}$",
     "example": "3MVG9EXAMPLEEXAMPLEEXAMPLE"
    },
    {
     "key": "consumerSecret",
     "label": "Consumer Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "username",
     "label": "Username",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\s]{3,256}$",
     "example": "integration@example.com"
    },
    {
     "key": "password",
     "label": "Password + Security Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "format": "password",
     "hint": "password immediately followed by the security token, no separator"
    }
   ]
  },
  {
   "type": "SALESLOFT",
   "name": "Salesloft",
   "group": "crm_sales",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "SENDGRID",
   "name": "Twilio SendGrid",
   "group": "other",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "SERVICENOW",
   "name": "ServiceNow",
   "group": "other",
   "fields": [
    {
     "key": "instanceUrl",
     "label": "Instance URL",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uri",
     "pattern": "^https://[a-z0-9\\-]+\\.service-now\\.com/?$",
     "example": "https://dev00000.service-now.com",
     "host": true
    },
    {
     "key": "username",
     "label": "Username",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[^\\s:]{1,256}$",
     "example": "integration.user"
    },
    {
     "key": "password",
     "label": "Password",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "format": "password"
    }
   ]
  },
  {
   "type": "SHAREPOINT",
   "name": "Microsoft SharePoint Online",
   "group": "data_documents",
   "fields": [
    {
     "key": "tenantId",
     "label": "Tenant ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "uuid",
     "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
     "example": "00000000-0000-0000-0000-000000000000"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "the secret VALUE, not the secret ID"
    }
   ]
  },
  {
   "type": "SHOPIFY",
   "name": "Shopify",
   "group": "other",
   "fields": [
    {
     "key": "shop",
     "label": "Shop",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .myshopify.com",
     "host": true
    },
    {
     "key": "accessToken",
     "label": "Admin API access token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "SLACK",
   "name": "Slack",
   "group": "other",
   "fields": [
    {
     "key": "botToken",
     "label": "Bot User OAuth Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with xoxb-"
    }
   ]
  },
  {
   "type": "SNOWFLAKE",
   "name": "Snowflake",
   "group": "data_documents",
   "fields": [
    {
     "key": "accountIdentifier",
     "label": "Account identifier",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:\\.[a-z0-9\\-]+){0,3}$",
     "example": "myorg-myaccount",
     "hint": "organization and account name, underscores written as hyphens",
     "host": true
    },
    {
     "key": "accessToken",
     "label": "Programmatic Access Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "role",
     "label": "Role",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z_][A-Za-z0-9_$]{0,254}$",
     "example": "ANALYST"
    },
    {
     "key": "warehouse",
     "label": "Warehouse",
     "required": false,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z_][A-Za-z0-9_$]{0,254}$",
     "example": "COMPUTE_WH"
    }
   ]
  },
  {
   "type": "STRIPE",
   "name": "Stripe",
   "group": "other",
   "fields": [
    {
     "key": "secretKey",
     "label": "Secret or restricted key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "TALKDESK",
   "name": "Talkdesk",
   "group": "contact_center",
   "fields": [
    {
     "key": "accountName",
     "label": "Account name",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .talkdeskid.com",
     "host": true
    },
    {
     "key": "region",
     "label": "Region",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "US",
      "EU",
      "CA",
      "AU"
     ],
     "default": "US",
     "host": true
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9_\\-]{8,128}$",
     "example": "0123456789abcdef0123456789abcdef"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "TWILIO",
   "name": "Twilio",
   "group": "other",
   "fields": [
    {
     "key": "accountSid",
     "label": "Account SID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^AC[0-9a-fA-F]{32}$",
     "example": "AC00000000000000000000000000000000"
    },
    {
     "key": "authToken",
     "label": "Auth Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "TWILIO_FLEX",
   "name": "Twilio Flex",
   "group": "contact_center",
   "fields": [
    {
     "key": "accountSid",
     "label": "Account SID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^AC[0-9a-fA-F]{32}$",
     "example": "AC00000000000000000000000000000000"
    },
    {
     "key": "authToken",
     "label": "Auth Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "VAPI",
   "name": "Vapi",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "Private API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "VONAGE",
   "name": "Vonage Communications API",
   "group": "contact_center",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[A-Za-z0-9_\\-]{8}$",
     "example": "abcd1234"
    },
    {
     "key": "apiSecret",
     "label": "API Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "WEBHOOK",
   "name": "Outgoing webhook",
   "group": "other",
   "fields": [
    {
     "key": "url",
     "label": "URL",
     "required": true,
     "secret": false,
     "maxLength": 2048,
     "format": "uri",
     "pattern": "^https://[A-Za-z0-9][A-Za-z0-9.\\-]{0,252}(?::[0-9]{1,5})?(?:[\\/?][^\\s#@\\\\]*)?$",
     "example": "https://hooks.example.com/work",
     "hint": "a host name with non-ASCII letters goes in its xn-- form",
     "host": true
    },
    {
     "key": "signingSecret",
     "label": "Signing secret",
     "required": false,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{16,256}$"
    }
   ]
  },
  {
   "type": "XAI",
   "name": "xAI",
   "group": "ai_agents",
   "fields": [
    {
     "key": "apiKey",
     "label": "API Key",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "starts with xai-"
    }
   ]
  },
  {
   "type": "ZENDESK",
   "name": "Zendesk Support",
   "group": "contact_center",
   "fields": [
    {
     "key": "subdomain",
     "label": "Subdomain",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?$",
     "example": "acme",
     "hint": "first label only; the service appends .zendesk.com",
     "host": true
    },
    {
     "key": "email",
     "label": "Email",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "format": "email",
     "pattern": "^[^\\s@:]+@[^\\s@:]+\\.[^\\s@:]+$",
     "example": "agent@example.com"
    },
    {
     "key": "apiToken",
     "label": "API Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    }
   ]
  },
  {
   "type": "ZOHO_CRM",
   "name": "Zoho CRM",
   "group": "crm_sales",
   "fields": [
    {
     "key": "dataCenter",
     "label": "Data center",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "enum": [
      "com",
      "eu",
      "in",
      "com.au",
      "com.cn",
      "jp"
     ],
     "default": "com",
     "host": true
    },
    {
     "key": "clientId",
     "label": "Client ID",
     "required": true,
     "secret": false,
     "maxLength": 256,
     "pattern": "^1000\\.[A-Z0-9]{10,64}$",
     "example": "1000.EXAMPLEEXAMPLEEXAMPLE"
    },
    {
     "key": "clientSecret",
     "label": "Client Secret",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$"
    },
    {
     "key": "refreshToken",
     "label": "Refresh Token",
     "required": true,
     "secret": true,
     "maxLength": 4096,
     "pattern": "^[\\x21-\\x7E]{8,4096}$",
     "hint": "from a Self Client; starts with 1000."
    }
   ]
  }
 ]
}
