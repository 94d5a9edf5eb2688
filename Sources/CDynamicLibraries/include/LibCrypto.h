#ifndef FILMZ_LIBCRYPTO_H
#define FILMZ_LIBCRYPTO_H

#include "LibraryState.h"

/* The functions of OpenSSL's libcrypto that filmz uses, from `libcrypto.so.3`. The functions have the names of libcrypto's
   with the prefix `filmz_`, and the same arguments and results; they may only be called after `filmz_load_libcrypto` has
   found all of them.

   Source: the manual pages EVP_EncryptInit(3) and ERR_clear_error(3) of OpenSSL 3.0. */

typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_cipher_st EVP_CIPHER;

/* The values of `EVP_CTRL_AEAD_GET_TAG` and `EVP_CTRL_AEAD_SET_TAG`. */
enum { FILMZ_AEAD_GET_TAG = 0x10, FILMZ_AEAD_SET_TAG = 0x11 };

/* Loads the library unless it is loaded. */
filmz_library_state filmz_load_libcrypto(void);

const EVP_CIPHER *filmz_EVP_chacha20_poly1305(void);
EVP_CIPHER_CTX *filmz_EVP_CIPHER_CTX_new(void);
/* Overwrites the key with zeros, and frees the memory. */
void filmz_EVP_CIPHER_CTX_free(EVP_CIPHER_CTX *context);
int filmz_EVP_CIPHER_CTX_ctrl(EVP_CIPHER_CTX *context, int type, int size, void *value);
/* Begins to encrypt, or to decrypt if `encrypts` is 0. */
int filmz_EVP_CipherInit_ex(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                            const unsigned char *nonce, int encrypts);
int filmz_EVP_CipherUpdate(EVP_CIPHER_CTX *context, unsigned char *output, int *output_size, const unsigned char *input,
                           int size);
int filmz_EVP_CipherFinal_ex(EVP_CIPHER_CTX *context, unsigned char *output, int *output_size);
/* Empties the thread's queue of errors, so that other users of the library find no errors of filmz in it. */
void filmz_ERR_clear_error(void);

#endif
