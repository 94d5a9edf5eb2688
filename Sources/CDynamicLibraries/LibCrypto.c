#include "LibCrypto.h"

#include <stddef.h>

#include "Loading.h"

#define FUNCTIONS(F)                                                                               \
    F(const EVP_CIPHER *, EVP_chacha20_poly1305, (void))                                           \
    F(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void))                                                \
    F(void, EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *))                                               \
    F(int, EVP_CIPHER_CTX_ctrl, (EVP_CIPHER_CTX *, int, int, void *))                              \
    F(int, EVP_CipherInit_ex, (EVP_CIPHER_CTX *, const EVP_CIPHER *, void *, const unsigned char *, \
                               const unsigned char *, int))                                        \
    F(int, EVP_CipherUpdate, (EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int)) \
    F(int, EVP_CipherFinal_ex, (EVP_CIPHER_CTX *, unsigned char *, int *))                         \
    F(void, ERR_clear_error, (void))

FILMZ_DEFINE_LIBRARY(filmz_load_libcrypto, "libcrypto.so.3", FUNCTIONS)

const EVP_CIPHER *filmz_EVP_chacha20_poly1305(void) { return EVP_chacha20_poly1305(); }
EVP_CIPHER_CTX *filmz_EVP_CIPHER_CTX_new(void) { return EVP_CIPHER_CTX_new(); }
void filmz_EVP_CIPHER_CTX_free(EVP_CIPHER_CTX *context) { EVP_CIPHER_CTX_free(context); }
int filmz_EVP_CIPHER_CTX_ctrl(EVP_CIPHER_CTX *context, int type, int size, void *value) {
    return EVP_CIPHER_CTX_ctrl(context, type, size, value);
}
int filmz_EVP_CipherInit_ex(EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const unsigned char *key,
                            const unsigned char *nonce, int encrypts) {
    return EVP_CipherInit_ex(context, cipher, NULL, key, nonce, encrypts);
}
int filmz_EVP_CipherUpdate(EVP_CIPHER_CTX *context, unsigned char *output, int *output_size, const unsigned char *input,
                           int size) {
    return EVP_CipherUpdate(context, output, output_size, input, size);
}
int filmz_EVP_CipherFinal_ex(EVP_CIPHER_CTX *context, unsigned char *output, int *output_size) {
    return EVP_CipherFinal_ex(context, output, output_size);
}
void filmz_ERR_clear_error(void) { ERR_clear_error(); }
